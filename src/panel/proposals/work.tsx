import { Anchor, Code, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Item, Job } from '../api/types';
import { useLabel, useWord } from '../parts/meaning';
import { useIsManager } from '../session/session';
import { ahead } from '../text/format';
import { useText } from '../text/text';

/** Shows the wait of a started item, the place to look at it, and its outcome. */
export function WorkOf({ work }: Pick<Item, 'work'>) {
  const texts = useText();
  const isManager = useIsManager();
  const stateWord = useWord('channel job', 'state');
  const waitingWord = useWord('channel job', 'waiting', 'reason');
  const nextTry = useLabel('channel job', 'waiting', 'until');
  const brandLabel = useLabel('channel job', 'progress', 'brandId');
  if (!work) return null;
  const { state, jobId, result } = work;
  // The call of a job answers the row that lists of jobs show.
  const job = jobId === null ? null : (result as Job | null);
  const waiting = job?.waiting;
  return (
    <Group component="section" gap="xs" mt="xs" aria-label={texts.proposals.work}>
      <Text size="sm" fw={600}>
        {texts.proposals.work}:
      </Text>
      <Text size="sm" {...(state === 'failed' ? { c: 'red' } : {})}>
        {job ? stateWord(job.state) : texts.proposals.workStates[state]}
      </Text>
      {waiting && (
        <Text size="sm" c="dimmed">
          {texts.jobs.waitingFor}: {waitingWord(waiting.reason)}
          {waiting.until && ` · ${nextTry}: ${ahead(waiting.until, texts)}`}
        </Text>
      )}
      {job?.progress.brandId && (
        <Text size="sm">
          {brandLabel}: <Code>{job.progress.brandId}</Code>
        </Text>
      )}
      {jobId !== null && isManager && (
        <Anchor component={Link} href={`/jobs#${jobId}`} size="sm">
          {texts.proposals.openJob}
        </Anchor>
      )}
    </Group>
  );
}
