import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useMarketplaces } from '../api/providers';
import { AskedJobs } from '../jobs/asked-jobs';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import { useText } from '../text/text';
import { PackagesPage } from './channel/packages';

/** Packages of the marketplaces of a shop, for everybody who packs: the other pages of marketplaces are for managers. */
export function PackingPage() {
  const texts = useText();
  const { packages } = texts.channel;
  const { data, error, refetch } = useMarketplaces();
  const [search, setSearch] = useSearchParams();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const marketplaces = data.filter(({ installed }) => installed);
  const shown = marketplaces.find(({ key }) => key === search.get('channel')) ?? marketplaces[0];
  return (
    <>
      <PageHeader title={texts.nav.packages} lead={packages.lead} />
      {marketplaces.length > 1 && shown && (
        <SegmentedControl
          mb="md"
          aria-label={packages.marketplaces}
          value={shown.key}
          onChange={(key) => setSearch({ channel: key })}
          data={marketplaces.map(({ key, name }) => ({ value: key, label: visibleText(name) }))}
        />
      )}
      {shown ? (
        <AskedJobs key={shown.key}>
          <PackagesPage channel={shown} />
        </AskedJobs>
      ) : (
        <Empty title={packages.unconnected} />
      )}
    </>
  );
}
