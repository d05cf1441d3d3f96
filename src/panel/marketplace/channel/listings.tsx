import { useListings } from '../../api/shop';
import { ListingTable } from '../../listings/table';
import { Empty, Pages } from '../../parts/states';
import { useText } from '../../text/text';
import type { OfChannel } from './page';

/** The listings of a channel, with the reason of each difference. */
export function ListingsPage({ channel: { key } }: OfChannel) {
  const { empty, emptyHint } = useText().channel.listings;
  return (
    <Pages query={useListings(key)} empty={<Empty title={empty} hint={emptyHint} />}>
      {(items) => <ListingTable items={items} />}
    </Pages>
  );
}
