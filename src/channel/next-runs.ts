import type { ExtensionRow } from '../extension/aggregate';
import { ungranted } from '../extension/granted-rights';
import { nextRunOf } from '../kernel/declaration/next-run';
import type { ChannelSettings } from '../store/channel/aggregate';
import { channelSchedules } from './schedules';
import { type RoundName, rounds } from './sync/round';
import type { SyncTaskName } from './sync/tasks';
import { CENSUS } from './task/store';

/** The round that does a task by the clock. */
const roundOf = {
  stock: 'push',
  price: 'push',
  orders: 'orders',
  reconcile: 'compare',
  finance: 'finance',
  claims: 'claims',
  questions: 'questions',
  [CENSUS]: 'census',
} as const satisfies Readonly<Record<SyncTaskName | typeof CENSUS, RoundName>>;
export type ClockTask = keyof typeof roundOf;
export const clockTasks = Object.keys(roundOf) as ClockTask[];

interface ClockedChannel {
  readonly storeId: string;
  readonly extension: Pick<ExtensionRow, 'key' | 'version' | 'granted'>;
  readonly settings: ChannelSettings;
  /** False where the product runs no work, so that no time is told. */
  readonly isEnabled: boolean;
  readonly now: Date;
}

/** Tells when the clock runs each task next; null where it does not. */
export function nextRuns({
  storeId,
  extension,
  settings,
  isEnabled,
  now,
}: ClockedChannel): Record<ClockTask, string | null> {
  const isWanted = (task: ClockTask): boolean =>
    task === 'stock' || task === 'price' ? settings.push[task] : rounds[roundOf[task]].isWanted(settings);
  const runOf = (task: ClockTask): string | null => {
    const schedule = channelSchedules.find(({ name }) => name === roundOf[task]);
    if (!isEnabled || !schedule?.concerns(extension.key) || !isWanted(task)) return null;
    if (ungranted(extension, rounds[schedule.name].needs).length > 0) return null;
    return nextRunOf(schedule.spec(storeId, extension.key), now.getTime()).toISOString();
  };
  return Object.fromEntries(clockTasks.map((task) => [task, runOf(task)])) as Record<ClockTask, string | null>;
}
