import { Anchor, Badge, Group, Progress, Text } from '@mantine/core';
import { Link } from 'wouter';
import { isOpen } from '../../channel/contract/state';
import { isTally } from '../../channel/job/tally';
import type { Job } from '../api/types';
import { useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { useIsManager } from '../session/session';
import { count } from '../text/format';
import { useText } from '../text/text';
import { jobColors, useJobName } from './labels';

/** A job in short, as other pages tell of it; its own page has the rest. */
export function JobLine({ job }: { readonly job: Job }) {
  const texts = useText();
  const isManager = useIsManager();
  const name = useJobName(job);
  const stateWord = useWord('channel job', 'state');
  const waitingWord = useWord('channel job', 'waiting', 'reason');
  const { id, extension, state, createdAt, progress, waiting } = job;
  const { total, done } = progress;
  const of = isTally(progress) ? 'progress' : 'steps';
  return (
    <li aria-label={name}>
      <Group justify="space-between" gap="xs">
        {isManager ? (
          <Anchor component={Link} href={`/jobs?channel=${extension}#${id}`} size="sm" fw={600} className="value">
            <Visible text={name} />
          </Anchor>
        ) : (
          <Text size="sm" fw={600} component="span" className="value">
            <Visible text={name} />
          </Text>
        )}
        <Group gap="xs">
          <Text size="xs" c="dimmed" component="div">
            {isOpen(job) && total !== null && `${texts.jobs[of](count(done, texts), count(total, texts))} · `}
            {waiting && `${texts.jobs.waitingFor}: ${waitingWord(waiting.reason)} · `}
            <Ago at={createdAt} />
          </Text>
          <Badge variant="light" color={jobColors[state]}>
            {stateWord(state)}
          </Badge>
        </Group>
      </Group>
      {isOpen(job) && (
        <Progress
          mt={4}
          value={total ? (done / total) * 100 : 0}
          color={jobColors[state]}
          animated={state === 'running'}
          aria-label={name}
        />
      )}
    </li>
  );
}
