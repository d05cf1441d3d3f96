import { Button, Table } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client';
import { useRefresh } from '../../api/queries';
import { useSentOnce } from '../../api/sent-once';
import type { ChannelHealth } from '../../api/types';
import { type AskedJob, useAsked } from '../../jobs/asked-jobs';
import { tell, tellProblem } from '../../parts/confirm';
import { Part } from '../../parts/part';
import { Ago } from '../../parts/time';
import { ahead } from '../../text/format';
import { useText } from '../../text/text';
import type { Texts } from '../../text/tr';
import type { OfChannel } from './page';

type Rhythm = (texts: Texts['channel']['health']) => string;

interface Task {
  readonly name: keyof ChannelHealth['lastSync'] & keyof Texts['channel']['health']['taskNames'];
  /** Says when the clock runs it. */
  readonly rhythm: Rhythm;
}

const eachMinute: Rhythm = ({ everyMinute }) => everyMinute;

/** The tasks that somebody may ask for, in the order in which they matter. */
const tasks: readonly Task[] = [
  { name: 'orders', rhythm: eachMinute },
  { name: 'stock', rhythm: eachMinute },
  { name: 'price', rhythm: eachMinute },
  { name: 'claims', rhythm: ({ every10Minutes }) => every10Minutes },
  { name: 'questions', rhythm: ({ every10Minutes }) => every10Minutes },
  { name: 'finance', rhythm: ({ every6Hours }) => every6Hours },
  { name: 'reconcile', rhythm: ({ nightly }) => nightly('04:00') },
];

interface TasksProps extends OfChannel {
  readonly health: ChannelHealth;
}

/** The tasks of synchronisation: the last success of each, when the clock runs it, and a button to run it now. */
export function Tasks({ channel: { key }, health }: TasksProps) {
  const texts = useText();
  const { health: words } = texts.channel;
  const isReady = health.enabled && health.credentials.complete;
  const saidOf = (name: keyof ChannelHealth['nextRun'], rhythm: string): string => {
    const next = health.nextRun[name];
    return next === null ? words.off : `${rhythm} · ${ahead(next, texts)}`;
  };
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
          {tasks.map(({ name, rhythm }) => (
            <TaskRow
              key={name}
              name={words.taskNames[name]}
              at={health.lastSync[name]}
              next={saidOf(name, rhythm(words))}
            >
              <SyncButton channel={key} task={name} name={words.taskNames[name]} isReady={isReady} />
            </TaskRow>
          ))}
          <TaskRow name={words.census} at={health.lastSync.census} next={saidOf('census', words.everyHour)} />
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
  const sendOnce = useSentOnce();
  const start = useMutation({
    mutationFn: () => sendOnce({ task }, (key) => client.post<AskedJob>(`/v1/channel/${channel}/sync`, { task }, key)),
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
