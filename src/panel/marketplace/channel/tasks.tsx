import { Button, Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client, newKey } from '../../api/client';
import { useRefresh } from '../../api/queries';
import type { ChannelHealth } from '../../api/types';
import { type AskedJob, useAsked } from '../../jobs/asked';
import { tell, tellProblem } from '../../parts/confirm';
import { Part } from '../../parts/part';
import { Ago } from '../../parts/time';
import { useText } from '../../text/text';
import type { Texts } from '../../text/tr';
import type { OfChannel } from './page';

type Rhythm = (texts: Texts['channel']['health']) => string;

interface Task {
  readonly name: keyof ChannelHealth['lastSync'] & keyof Texts['channel']['health']['taskNames'];
  /** Says when the clock runs it. */
  readonly rhythm: Rhythm;
  /** True if the settings want it. */
  readonly isWanted: (health: ChannelHealth) => boolean;
}

const eachMinute: Rhythm = ({ everyMinute }) => everyMinute;

/** The tasks that somebody may ask for, in the order in which they matter. */
const tasks: readonly Task[] = [
  { name: 'orders', rhythm: eachMinute, isWanted: ({ pull }) => pull?.orders ?? false },
  { name: 'stock', rhythm: eachMinute, isWanted: ({ push }) => push?.stock ?? false },
  { name: 'price', rhythm: eachMinute, isWanted: ({ push }) => push?.price ?? false },
  {
    name: 'reconcile',
    rhythm: ({ nightly }) => nightly('04:00'),
    isWanted: ({ push }) => (push?.stock || push?.price) ?? false,
  },
];

interface TasksProps extends OfChannel {
  readonly health: ChannelHealth;
}

/** The tasks of synchronisation: the last success of each, when the clock runs it, and a button to run it now. */
export function Tasks({ channel: { key }, health }: TasksProps) {
  const texts = useText();
  const { health: words } = texts.channel;
  const isReady = health.enabled && health.credentials.complete;
  const census = { pull: health.pull?.orders ?? false, at: health.lastSync.census };
  return (
    <Part title={words.tasks}>
      <Table className="rows" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.task}</Table.Th>
            <Table.Th>{words.lastRun}</Table.Th>
            <Table.Th>{words.next}</Table.Th>
            <Table.Th aria-label={words.now} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tasks.map(({ name, rhythm, isWanted }) => (
            <TaskRow
              key={name}
              name={words.taskNames[name]}
              at={health.lastSync[name]}
              next={isWanted(health) ? rhythm(words) : words.off}
            >
              <SyncButton channel={key} task={name} name={words.taskNames[name]} isReady={isReady} />
            </TaskRow>
          ))}
          <TaskRow name={words.census} at={census.at} next={census.pull ? words.everyHour : words.off} />
        </Table.Tbody>
      </Table>
    </Part>
  );
}

interface TaskRowProps {
  readonly name: string;
  readonly at: string | null;
  readonly next: string;
  readonly children?: React.ReactNode;
}

function TaskRow({ name, at, next, children }: TaskRowProps) {
  const { health: words } = useText().channel;
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td data-head={words.lastRun}>{at === null ? words.never : <Ago at={at} />}</Table.Td>
      <Table.Td data-head={words.next}>{next}</Table.Td>
      <Table.Td className="amount">{children}</Table.Td>
    </Table.Tr>
  );
}

interface SyncButtonProps {
  readonly channel: string;
  readonly task: string;
  readonly name: string;
  readonly isReady: boolean;
}

function SyncButton({ channel, task, name, isReady }: SyncButtonProps) {
  const texts = useText();
  const { health: words } = texts.channel;
  const refresh = useRefresh();
  const asked = useAsked();
  const start = useMutation({
    mutationFn: () => client.post<AskedJob>(`/v1/channel/${channel}/sync`, { task }, newKey()),
    onSuccess: (job) => {
      tell(words.started);
      asked(job);
    },
    onError: (error) => tellProblem(error, texts),
    onSettled: refresh,
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={!isReady}
      loading={start.isPending}
      aria-label={words.nowOf(name)}
      onClick={() => start.mutate()}
    >
      {words.now}
    </Button>
  );
}
