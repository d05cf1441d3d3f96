import { Alert, Anchor, Button, Group } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { useChannelHealth, useChannels } from '../../api/queries';
import type { Extension } from '../../api/types';
import { ConnectLink } from '../../connect/link';
import { AskedJobs } from '../../jobs/asked-jobs';
import { Empty, Failure, Loading, PageHeader } from '../../parts/states';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import type { ChannelPage } from './page';
import { channelPages } from './pages';

interface ChannelProps {
  readonly channel: string;
  /** The end of the address. */
  readonly path: string | undefined;
}

/** A marketplace, page by page. */
export function ChannelFrame({ channel: key, path = '' }: ChannelProps) {
  const { frame } = useText().channel;
  const { data, error, refetch } = useChannels();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const channel = data.find((each) => each.key === key);
  const page = channelPages.find((each) => each.path === path);
  return (
    <>
      <Anchor component={Link} href="/marketplace" size="sm">
        <ArrowLeftIcon aria-hidden /> {frame.all}
      </Anchor>
      {channel && page ? (
        <Shown channel={channel} page={page} />
      ) : (
        <Empty title={channel ? frame.unknownPage : frame.unknown} />
      )}
    </>
  );
}

interface ShownProps {
  readonly channel: Extension;
  readonly page: ChannelPage;
}

function Shown({ channel, page: { name, Page, isKept = false } }: ShownProps) {
  const texts = useText();
  const { title, lead } = texts.channel[name];
  const isInstalled = channel.installed !== null;
  return (
    <>
      <PageHeader title={title(channel.name)} lead={lead} />
      <Ways channel={channel} to={name} />
      {!isInstalled && (
        <Alert color="orange" mb="md" title={texts.channel.frame.notConnected(channel.name)}>
          {channel.available && <ConnectLink ext={channel.key} />}
        </Alert>
      )}
      {(isInstalled || isKept) && (
        <AskedJobs key={channel.key}>
          <Page key={name} channel={channel} />
        </AskedJobs>
      )}
    </>
  );
}

/** From page to page, each with how many things wait there. */
function Ways({ channel, to }: { readonly channel: Extension; readonly to: ChannelPage['name'] }) {
  const texts = useText();
  const { data: health } = useChannelHealth(channel.key, channel.installed !== null);
  return (
    <Group component="nav" aria-label={texts.channel.frame.pagesOf(channel.name)} gap={4} mb="md">
      {channelPages.map(({ path, name, waiting }) => {
        const waits = health && waiting ? waiting(health) : 0;
        return (
          <Button
            key={name}
            component={Link}
            href={['/marketplace', channel.key, path].filter(Boolean).join('/')}
            size="xs"
            variant={name === to ? 'light' : 'subtle'}
            {...(name === to ? { 'aria-current': 'page' as const } : {})}
          >
            {texts.channel[name].nav}
            {waits > 0 && ` (${count(waits, texts)})`}
          </Button>
        );
      })}
    </Group>
  );
}
