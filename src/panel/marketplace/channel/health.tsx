import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useChannelHealth } from '../../api/queries';
import { useRecentJobs, useRefreshAfterJobs } from '../../api/shop';
import { Health, ImportButtons } from '../../jobs/jobs';
import { JobLine } from '../../jobs/line';
import { Part } from '../../parts/part';
import { Failure, Loading } from '../../parts/states';
import { useText } from '../../text/text';
import { Groups } from './groups';
import type { OfChannel } from './page';
import { Tasks } from './tasks';
import { Waiting } from './waiting';
import { WebhookPart } from './webhook';

const JOBS_SHOWN = 5;

/** The health of a marketplace: its tasks, its webhook and its limits. */
export function HealthPage({ channel }: OfChannel) {
  const { key, name } = channel;
  const { data: health, error, refetch } = useChannelHealth(key);
  if (!health) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  return (
    <Stack>
      {error && <Failure error={error} retry={refetch} />}
      <Health health={health} name={name} />
      <Waiting channel={channel} health={health} />
      <Tasks channel={channel} health={health} />
      <WebhookPart channel={channel} health={health} />
      <Groups health={health} />
      <Jobs channel={channel}>
        <ImportButtons channel={key} health={health} />
      </Jobs>
    </Stack>
  );
}

function Jobs({ channel: { key }, children }: OfChannel & { readonly children: React.ReactNode }) {
  const texts = useText();
  const { health: said } = texts.channel;
  const [jobs] = useRecentJobs([key]);
  const latest = jobs?.data?.items.slice(0, JOBS_SHOWN) ?? [];
  useRefreshAfterJobs(jobs?.data?.items ?? []);
  return (
    <Part title={said.jobs}>
      {jobs?.isPending && <Loading />}
      {jobs?.error && <Failure error={jobs.error} retry={jobs.refetch} />}
      {jobs?.data && latest.length === 0 && <Text c="dimmed">{said.noJobs}</Text>}
      <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {latest.map((job) => (
          <JobLine key={job.id} job={job} />
        ))}
      </Stack>
      <Group mt="md" gap="md">
        {children}
        <Anchor component={Link} href={`/jobs?channel=${key}`}>
          {said.allJobs}
        </Anchor>
        <Anchor component={Link} href={`/connect/${key}`}>
          {texts.connect.keys}
        </Anchor>
      </Group>
    </Part>
  );
}
