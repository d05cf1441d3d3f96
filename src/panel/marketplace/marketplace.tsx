import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useChannelHealth, useChannels } from '../api/queries';
import { useRecentJobs, useRefreshAfterJobs, useTotal } from '../api/shop';
import type { Extension } from '../api/types';
import { Health, ImportButtons } from '../jobs/jobs';
import { JobLine } from '../jobs/line';
import { figureText } from '../parts/figure';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading, PageHeader } from '../parts/states';
import { useText } from '../text/text';

type Channel = Pick<Extension, 'key' | 'name' | 'available' | 'installed' | 'blockedBy'>;

/** The marketplaces at which the shop may sell, and how each is. */
export function MarketplacePage() {
  const texts = useText();
  const { data, error, refetch } = useChannels();
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  return (
    <>
      <PageHeader title={texts.nav.marketplace} lead={texts.marketplace.lead} />
      {data.length === 0 && <Empty title={texts.marketplace.empty} />}
      <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.map((channel) => (
          <Paper key={channel.key} withBorder p="md" component="li" aria-label={channel.name}>
            <ChannelCard channel={channel} />
          </Paper>
        ))}
      </Stack>
    </>
  );
}

const stateColors = { ready: 'teal', disabled: 'orange', notReady: 'orange', absent: 'gray' } as const;

function stateOf({ installed, blockedBy }: Channel): keyof typeof stateColors {
  if (!installed) return 'absent';
  if (blockedBy.length > 0) return 'notReady';
  return installed.enabled ? 'ready' : 'disabled';
}

function ChannelCard({ channel }: { readonly channel: Channel }) {
  const texts = useText();
  const state = stateOf(channel);
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Title order={2} size="h3">
          <Visible text={channel.name} />
        </Title>
        <Badge variant="light" color={stateColors[state]}>
          {texts.marketplace.states[state]}
        </Badge>
      </Group>
      {state === 'absent' ? <Absent channel={channel} /> : <Installed channel={channel} />}
    </Stack>
  );
}

/** A marketplace that the shop does not sell at yet, and the way there: a new shop has no other page that leads to it. */
function Absent({ channel: { key, available } }: { readonly channel: Channel }) {
  const texts = useText();
  return (
    <>
      <Text c="dimmed">{texts.marketplace.notInstalled}</Text>
      {available && (
        <Group>
          <Button component={Link} href={`/connect/${key}`}>
            {texts.connect.link}
          </Button>
        </Group>
      )}
    </>
  );
}

const JOBS_SHOWN = 3;

function Installed({ channel: { key, name } }: { readonly channel: Channel }) {
  const texts = useText();
  const health = useChannelHealth(key);
  const [jobs] = useRecentJobs([key]);
  const listings = useTotal(`/v1/channel/${key}/listings`);
  useRefreshAfterJobs(jobs?.data?.items ?? []);
  const latest = jobs?.data?.items.slice(0, JOBS_SHOWN) ?? [];
  return (
    <>
      {health.error && <Failure error={health.error} retry={health.refetch} />}
      {health.data && <Health health={health.data} name={name} />}
      <Group gap="xs">
        <ImportButtons channel={key} health={health.data} />
      </Group>
      <section aria-label={texts.marketplace.lastJobs}>
        <Title order={3} size="h5" mb={4}>
          {texts.marketplace.lastJobs}
        </Title>
        {jobs?.isPending && <Loading />}
        {jobs?.error && <Failure error={jobs.error} retry={jobs.refetch} />}
        {jobs?.data && latest.length === 0 && <Text c="dimmed">{texts.marketplace.noJobs}</Text>}
        <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {latest.map((job) => (
            <JobLine key={job.id} job={job} />
          ))}
        </Stack>
      </section>
      <Group gap="md">
        <Anchor component={Link} href={`/jobs?channel=${key}`}>
          {texts.marketplace.allJobs}
        </Anchor>
        <Anchor component={Link} href={`/marketplace/${key}`}>
          {texts.channel.health.nav}
        </Anchor>
        <Anchor component={Link} href={`/marketplace/${key}/listings`}>
          {texts.marketplace.listings}
          {listings.data && ` (${figureText(listings.data, texts)})`}
        </Anchor>
        <Anchor component={Link} href={`/connect/${key}`}>
          {texts.connect.keys}
        </Anchor>
      </Group>
    </>
  );
}
