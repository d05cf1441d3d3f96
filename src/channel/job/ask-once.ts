import { buffer } from 'node:stream/consumers';
import type { Transaction } from '../../kernel/database/database';
import { Refusal } from '../../kernel/errors';
import { type Objects, openNamed } from '../../kernel/objects/objects';
import { ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import type { Urgency } from '../provider/budget';
import { connectChannel } from '../provider/connect';
import { UNDER_WAY_MS } from './deadlines';
import type { JobKind, JobOf, Values } from './declaration';
import { inTime } from './in-time';
import { type OnceKind, wasAsked } from './once';
import {
  bookAsked,
  bookAskedBefore,
  bookFound,
  bookMissing,
  bookSilence,
  isLeftUnknown,
  type Kept,
  type OnceJob,
  takeBackAsked,
} from './once-store';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from './steps';
import { findJob } from './store';
import { waitOf } from './wait';

/** A marketplace that was asked this often, and shows nothing, is asked no more: whether there will be something is waited for. */
const ASKED_MAX = 5;

/** The means with which a kind asks. */
export interface Outside<Job> {
  readonly adapter: ChannelAdapter;
  readonly job: Job;
  readonly signal: AbortSignal;
}

/** The result of a job, in the counters and details of its kind. */
type Found<K> = K extends JobKind<infer _I, infer C, infer D, infer _Q, infer _R> ? Values<C & D> : never;

export interface AskingOnce<K extends OnceKind = OnceKind> {
  readonly kind: K;
  /** @default a caller waits for the answer */
  readonly urgency?: Urgency;
  /**
   * The most requests of one job. One that may ask once alone ends as unknown when the marketplace shows nothing. A later job that asks for the
   * same is the decision of somebody who has looked there, and begins anew. @default so often that somebody has to look anyway
   */
  readonly askedMax?: 1;
  /**
   * Looks for what is asked for.
   * @returns undefined when it is not there
   */
  look(outside: Outside<JobOf<K>>): Promise<Found<K> | undefined>;
  /**
   * Tells what is known of a request that was made, when the marketplace has not shown all of it for as long as it could still be under way.
   * @returns undefined when nothing is known: the job ends as unknown @default nothing is
   */
  leftOver?(outside: Outside<JobOf<K>>): Promise<Found<K> | undefined>;
  /** Writes what was found, in the transaction that ends the job's work. @default nothing is written, and the job counts as one item */
  keep?(tx: Transaction, storeId: string, job: JobOf<K>, found: Found<K>): Kept;
  /**
   * Refuses what is there although nobody of this store has asked for it, or answers it where it is as good as a new one.
   * @throws {Refusal}
   */
  refuseTaken(found: Found<K>): Found<K>;
  /**
   * Asks for it. After any error but ProviderRefused and ProviderThrottled, ProviderUnclear among them, nobody knows whether it is there.
   * @param files bytes of the files that the job was given, in their order
   */
  ask(outside: Outside<JobOf<K>>, files: readonly Uint8Array<ArrayBuffer>[]): Promise<Found<K>>;
}

/**
 * Asks a marketplace, once, for what it knows no key of and nobody takes back (docs/decisions/0040).
 *
 * The row says that the marketplace is asked before it is. Whoever finds that said, because the answer was lost or the worker killed,
 * looks first, and asks again only when it is answered that nothing is there for as long as the request could still be under way.
 */
export const askOnce = <K extends OnceKind>(asking: AskingOnce<K>): JobSteps<K> => ({
  kind: asking.kind,
  step: (dependencies, storeId, job, options) =>
    // Of one kind or of any: their jobs stand alike with what they ask for.
    new Step(asking as unknown as AskingOnce, dependencies, storeId, options).take(job as OnceJob),
  // It has no items that could fail one by one.
  flawOf: async () => undefined,
});

class Step {
  constructor(
    private readonly asking: AskingOnce,
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private readonly options: StepOptions,
  ) {}

  async take(given: OnceJob): Promise<JobProgress> {
    const { bus } = this.dependencies;
    try {
      const job = await this.knowingOthers(given);
      const found = await this.sought(job);
      if (found !== undefined) await inTime(bookFound(bus, this.storeId, this.asking, job.id, found));
    } catch (error) {
      throw await this.told(given.id, error);
    }
    return progressOf(await inTime(findJob(this.reader, this.storeId, null, given.id)));
  }

  private get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  /** A job that asks for what another one left unknown stands as if it had asked: what is there may be its own. */
  private async knowingOthers(job: OnceJob): Promise<OnceJob> {
    if (this.asking.askedMax === 1) return job;
    if (wasAsked(job.progress) || !(await inTime(isLeftUnknown(this.reader, this.storeId, job)))) return job;
    const progress = await inTime(bookAskedBefore(this.dependencies.bus, this.storeId, this.asking.kind, job.id));
    return progress ? { ...job, progress } : job;
  }

  /**
   * Turns the error of an attempt into the one that the job is to take. Once the marketplace was asked, only its result ends the job: any
   * other error is waited for.
   */
  private async told(jobId: string, error: unknown): Promise<unknown> {
    if (this.options.signal.aborted || waitOf(error) || error instanceof AskedEnough) return error;
    const { kind } = this.asking;
    const { progress } = kind.read(await inTime(findJob(this.reader, this.storeId, null, jobId)));
    if (!wasAsked(progress)) return error;
    const why = error instanceof Error ? error.message : String(error);
    return new ProviderUnavailable(
      `The marketplace was asked (${kind.terms.words.en}), and whether it has done it cannot be seen: ${why}`,
      undefined,
      { cause: error },
    );
  }

  /** @returns undefined when the job has ended, or another attempt asks */
  private async sought(job: OnceJob): Promise<object | undefined> {
    const { outside, found } = await this.looked(job);
    this.options.onAnswer();
    if (found === undefined) return this.asked(outside);
    return wasAsked(job.progress) ? found : this.asking.refuseTaken(found as Found<OnceKind>);
  }

  private async looked(job: OnceJob) {
    const { bus, services } = this.dependencies;
    const { storeId, reader: db } = this;
    try {
      const { urgency } = this.asking;
      const { adapter } = await inTime(
        connectChannel({ db, services, storeId, ext: job.extension, ...(urgency && { urgency }) }),
      );
      const outside = { adapter, job, signal: this.options.signal };
      return { outside, found: await this.asking.look(outside) };
    } catch (error) {
      // Who throttles is there.
      if (!(error instanceof ProviderThrottled) && job.progress.missingSince !== null)
        await inTime(bookSilence(bus, storeId, this.asking.kind, job.id));
      throw error;
    }
  }

  /** @returns undefined when the job has ended, or another attempt asks */
  private async asked(outside: Outside<OnceJob>): Promise<object | undefined> {
    const { bus, services } = this.dependencies;
    const { kind, ask } = this.asking;
    const { job } = outside;
    const known = wasAsked(job.progress) ? await this.waitOut(outside) : undefined;
    if (known !== undefined) return known;
    const files = await filesOf(services.objects, this.storeId, job);
    const noted = await inTime(bookAsked(bus, this.storeId, kind, job));
    if (!noted) return undefined;
    this.options.onAnswer();
    try {
      return await ask(outside, files);
    } catch (error) {
      if (saysNothingIsDone(error, job)) await inTime(takeBackAsked(bus, this.storeId, job, noted));
      throw error;
    }
  }

  /**
   * @returns what is known of a request that is not repeated
   * @throws {ProviderUnavailable} as long as a request may be under way, and when the marketplace was asked often enough
   */
  private async waitOut(outside: Outside<OnceJob>): Promise<object | undefined> {
    const { kind, askedMax } = this.asking;
    const { job } = outside;
    const missingMs = await inTime(bookMissing(this.dependencies.bus, this.storeId, kind, job));
    if (askedMax !== undefined && missingMs >= UNDER_WAY_MS) {
      const known = await this.asking.leftOver?.(outside);
      if (known === undefined) throw new AskedEnough();
      return known;
    }
    if (job.progress.asked >= ASKED_MAX || missingMs < UNDER_WAY_MS)
      throw new ProviderUnavailable(
        `The marketplace has not answered whether it did what it was asked for (${kind.terms.words.en}), and does not show it.`,
      );
    return undefined;
  }
}

/** Ends a job that may not ask again; what it is told as follows from its kind (ends.ts). */
class AskedEnough extends Refusal {
  constructor() {
    super('invalid_state', 'The marketplace does not show it, and is not asked a second time.');
  }
}

/** A refusal speaks of its own request: where an earlier one had no answer, what was refused may be there by that. */
const saysNothingIsDone = (error: unknown, before: OnceJob): boolean =>
  error instanceof ProviderThrottled || (error instanceof ProviderRefused && !wasAsked(before.progress));

const filesOf = (
  objects: Pick<Objects, 'open'>,
  storeId: string,
  job: Pick<OnceJob, 'objects'>,
): Promise<Uint8Array<ArrayBuffer>[]> =>
  Promise.all(job.objects.map(async (name) => new Uint8Array(await buffer(await openNamed(objects, storeId, name)))));
