import { buffer } from 'node:stream/consumers';
import { type Objects, openNamed } from '../../kernel/objects/objects';
import { ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { connectChannel } from '../provider/connect';
import { UNDER_WAY_MS } from './deadlines';
import type { JobKind, JobOf, Values } from './declaration';
import { inTime } from './in-time';
import { type OnceKind, wasAsked } from './once';
import { bookAsked, bookFound, type OnceJob, takeBackAsked } from './once-store';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from './steps';
import { findJob } from './store';

/** A marketplace that was asked this often, and shows nothing, is asked no more: whether there will be something is waited for. */
const ASKED_MAX = 5;

/** What a kind asks with. */
export interface Outside<Job> {
  readonly adapter: ChannelAdapter;
  readonly job: Job;
  readonly signal: AbortSignal;
}

/** What a job has found out, as its kind counts it. */
type Found<K> = K extends JobKind<infer _I, infer C, infer _D, infer _Q, infer _R> ? Values<C> : never;

export interface AskingOnce<K extends OnceKind = OnceKind> {
  readonly kind: K;
  /**
   * Looks for what is asked for.
   * @returns undefined when it is not there
   * @throws {Refusal} of what is there although the job has not asked ({@link wasAsked}), where that is not its own
   */
  look(outside: Outside<JobOf<K>>): Promise<Found<K> | undefined>;
  /**
   * Asks for it. Of any error but ProviderRefused and ProviderThrottled nobody knows whether it is there then.
   * @param files bytes of the files that the job was given, in their order
   */
  ask(outside: Outside<JobOf<K>>, files: readonly Uint8Array<ArrayBuffer>[]): Promise<Found<K>>;
}

/**
 * Asks a marketplace, once, for what it knows no key of and nobody takes back (docs/decisions/0040).
 *
 * The row says that the marketplace is asked before it is. Whoever finds that said, because the answer was lost or the worker killed,
 * looks first, and asks again only when nothing has appeared for as long as the request could still be under way.
 */
export const askOnce = <K extends OnceKind>(asking: AskingOnce<K>): JobSteps<K> => ({
  kind: asking.kind,
  step: (dependencies, storeId, job, options) =>
    // Of one kind or of any: their jobs stand alike with what they ask for.
    step(asking as unknown as AskingOnce, dependencies, storeId, job as OnceJob, options),
  // It has no items that could fail one by one.
  flawOf: async () => undefined,
});

async function step(
  asking: AskingOnce,
  dependencies: JobDependencies,
  storeId: string,
  job: OnceJob,
  options: StepOptions,
): Promise<JobProgress> {
  const { bus, database, services } = dependencies;
  const db = database.reader(storeId);
  const { adapter } = await inTime(connectChannel({ db, services, storeId, ext: job.extension }));
  const outside = { adapter, job, signal: options.signal };
  const known = await asking.look(outside);
  options.onAnswer();
  const found = known ?? (await asked(asking, dependencies, storeId, outside, options));
  if (found !== undefined) await inTime(bookFound(bus, storeId, asking.kind, job.id, found));
  return progressOf(await inTime(findJob(db, storeId, null, job.id)));
}

/** @returns undefined when the job has ended, or another attempt asks */
async function asked(
  { kind, ask }: AskingOnce,
  { bus, services }: JobDependencies,
  storeId: string,
  outside: Outside<OnceJob>,
  { onAnswer }: StepOptions,
): Promise<object | undefined> {
  const { job } = outside;
  if (wasAsked(job.progress) && !mayBeAskedAgain(job))
    throw new ProviderUnavailable(
      `The marketplace has not answered whether it did what it was asked for (${kind.terms.words.en}), and does not show it.`,
    );
  const files = await filesOf(services.objects, storeId, job);
  const noted = await inTime(bookAsked(bus, storeId, kind, job));
  if (!noted) return undefined;
  onAnswer();
  try {
    return await ask(outside, files);
  } catch (error) {
    if (error instanceof ProviderThrottled) await inTime(takeBackAsked(bus, storeId, job, noted));
    throw error;
  }
}

const mayBeAskedAgain = ({ waitedMs, progress: { asked, askedAfterMs } }: OnceJob): boolean =>
  asked < ASKED_MAX && waitedMs - askedAfterMs >= UNDER_WAY_MS;

const filesOf = (
  objects: Pick<Objects, 'open'>,
  storeId: string,
  job: Pick<OnceJob, 'objects'>,
): Promise<Uint8Array<ArrayBuffer>[]> =>
  Promise.all(job.objects.map(async (name) => new Uint8Array(await buffer(await openNamed(objects, storeId, name)))));
