import { nameOf } from '../../extension/provider/providers';
import type { CommandBus } from '../../kernel/bus';
import type { Transaction } from '../../kernel/database/queryable';
import type { Effects } from '../../kernel/declaration/context';
import { newId } from '../../kernel/ids';
import { EffectQueue } from '../../kernel/work/outbox';
import { channelJob } from '../contract/job';
import { PRODUCT } from '../contract/state';
import type { Fields, JobKind, Values } from './declaration';
import { forgetQuietJobs, insertJob, openJobsBeforeOneMore, queuedJobs } from './store';

/** Jobs of a lane that the product has asked for, and that came to a good end, are kept up to this number. */
const KEPT_MAX = 20;

interface Asking {
  readonly tx: Transaction;
  readonly effects: Effects;
  readonly storeId: string;
  readonly now: Date;
}

interface QuietJob<I extends Fields> {
  readonly extension: string;
  readonly input: Values<I>;
  /** One that waits sees what comes until it begins; one that runs may be past that. @default it does */
  readonly besideRunning?: boolean;
}

/**
 * Begins a job in nobody's name, unless one of its lane is open already: work that the product starts by itself does not pile up. The job
 * is no change of the store, so no audit row tells of it; its own changes leave audit rows.
 * @returns undefined when one is open
 */
export async function askQuietly<I extends Fields>(
  { tx, effects, storeId, now }: Asking,
  kind: Pick<JobKind<I>, 'begins'>,
  { extension, input, besideRunning = false }: QuietJob<I>,
): Promise<string | undefined> {
  const begun = kind.begins(input);
  const open = await openJobsBeforeOneMore(tx, storeId, extension, begun.lane);
  const waiting = besideRunning && open > 0 ? await queuedJobs(tx, storeId, extension, begun.lane) : open;
  if (waiting > 0) return undefined;
  forgetQuietJobs(tx, storeId, { extension, lane: begun.lane, createdBy: PRODUCT, keep: KEPT_MAX });
  const id = newId('cjb');
  insertJob(tx, storeId, { ...begun, id, extension, createdBy: PRODUCT, createdAt: now.toISOString() });
  const facts = { storeId, jobId: id, extension, kind: begun.kind, input, extensionName: nameOf(extension) };
  effects.startWorkflow(channelJob, facts);
  return id;
}

/**
 * Asks as {@link askQuietly} does, in a transaction of its own.
 * @param isWanted judges whether the store, and its channel, want it by now @default they do
 * @returns `off` where it is not wanted; `open` where one is open; else the id of the job
 */
export const askByItself = <I extends Fields>(
  bus: CommandBus,
  storeId: string,
  kind: Pick<JobKind<I>, 'begins'>,
  asked: QuietJob<I>,
  isWanted?: (tx: Transaction) => Promise<boolean>,
): Promise<string> =>
  bus.inTransaction<string>(storeId, async (tx) => {
    if (isWanted && !(await isWanted(tx))) return { keep: false, value: 'off' };
    const effects = new EffectQueue();
    const jobId = await askQuietly({ tx, effects, storeId, now: await bus.timeOf(tx) }, kind, asked);
    if (jobId === undefined) return { keep: false, value: 'open' };
    effects.write(tx, storeId, undefined);
    return { keep: true, value: jobId };
  });
