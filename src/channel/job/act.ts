import { buffer } from 'node:stream/consumers';
import type { Transaction } from '../../kernel/database/queryable';
import { Refusal } from '../../kernel/errors';
import { type Objects, openNamed } from '../../kernel/objects/objects';
import { attempt, type Question } from '../../provider/conversation/attempt';
import { done, type Ending, type Seen, unknown } from '../../provider/conversation/found';
import { passingOf } from '../../provider/conversation/waiting';
import { ProviderUnavailable } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import type { Urgency } from '../provider/budget';
import { connectChannel } from '../provider/connect';
import { bookAskedBefore, bookFound, isLeftUnknown, type Kept, notesOf, type OnceJob } from './act-store';
import { advance } from './book';
import type { JobKind, JobOf, Values } from './declaration';
import { inTime } from './in-time';
import { type OnceKind, wasAsked } from './once';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from './steps';
import { findJob } from './store';

const SOON_MS = 1_000;

/** The counters and details of a kind: what its act finds. */
type FoundOf<K> = K extends JobKind<infer _I, infer C, infer D, infer _Q, infer _R> ? Values<C & D> : never;

/** The means of an act, and the job that it is of. */
export interface Acting<K extends OnceKind = OnceKind> {
  readonly adapter: ChannelAdapter;
  readonly job: JobOf<K>;
  readonly storeId: string;
  readonly dependencies: JobDependencies;
  readonly options: StepOptions;
  readonly signal: AbortSignal;
  /** Notes facts by which the request is known at the marketplace. */
  note(facts: Partial<FoundOf<K>>): Promise<unknown>;
}

/** An act at a marketplace that nobody takes back, and for which it knows no key (docs/decisions/0040). */
export interface Act<K extends OnceKind = OnceKind, Ground = unknown> {
  readonly kind: K;
  /** @default a caller waits for the answer */
  readonly urgency?: Urgency;
  /**
   * The most requests of one job. A job that may ask once alone ends as unknown when the marketplace shows nothing. A later job that asks for
   * the same is the decision of a person who has looked there, and begins anew. @default three
   */
  readonly askedMax?: 1;
  /**
   * Reads whether the request is needed: `done` with the found state, or `missing` with the facts that the request needs.
   * @throws {Refusal} when the state is reached, or the act is too late, although nobody of this store has requested it
   */
  look(acting: Acting<K>): Promise<Seen<FoundOf<K>, Ground>>;
  /**
   * Makes the request. After any error but ProviderRefused and ProviderThrottled nobody knows whether it is done.
   * @param files bytes of the files that the job was given, in their order
   */
  ask(acting: Acting<K>, ground: Ground, files: readonly Uint8Array<ArrayBuffer>[]): Promise<FoundOf<K>>;
  /**
   * Tells what is known of a request that is not repeated.
   * @returns undefined when nothing is known: the job ends as unknown @default nothing is
   */
  leftOver?(acting: Acting<K>, ground: Ground): FoundOf<K> | undefined;
  /** Writes what was found, in the transaction that ends the job's work. @default nothing is written, and the job counts as one item */
  keep?(tx: Transaction, storeId: string, job: JobOf<K>, found: FoundOf<K>): Kept;
}

/** Makes the steps of an act: it stands on the one conversation with providers (src/provider/conversation/attempt.ts). */
export const actSteps = <K extends OnceKind, Ground>(act: Act<K, Ground>): JobSteps<K> => ({
  kind: act.kind,
  step: (dependencies, storeId, job, options) =>
    // Jobs of all kinds note alike how they ask, so the step knows no kind.
    new ActStep(act as unknown as Act, dependencies, storeId, options).take(job as OnceJob),
});

/**
 * Reads the state after the marketplace has accepted a request.
 * @param unseen the outcome when this read fails: the act is done, and the next pull reads its state
 */
export const seenAfter = <K extends OnceKind, Found>(
  { options }: Acting<K>,
  look: () => Promise<Found>,
  unseen: Found,
): Promise<Found> =>
  look().catch((error: unknown) => {
    options.onItemFailure(error);
    return unseen;
  });

class ActStep {
  constructor(
    private readonly act: Act,
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private readonly options: StepOptions,
  ) {}

  async take(given: OnceJob): Promise<JobProgress> {
    const { bus } = this.dependencies;
    try {
      const found = await attempt(this.questionOf(await this.knowingOthers(given)), this.options.signal);
      if ('waitingFor' in found) {
        if (found.cause !== undefined) throw found.cause;
        if (found.waitingFor !== null) throw new ProviderUnavailable(found.waitingFor);
      } else if (found.outcome === 'done') await bookFound(this.act, bus, this.storeId, given.id, found.done);
      else throw found.cause ?? new Unknown(found.failure);
    } catch (error) {
      throw await this.waitedFor(given.id, error);
    }
    return progressOf(await inTime(findJob(this.reader, this.storeId, null, given.id)));
  }

  private get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  /** A job that asks for what another one left unknown stands as if it had asked: what is there may be its own. */
  private async knowingOthers(job: OnceJob): Promise<OnceJob> {
    if (this.act.askedMax === 1) return job;
    if (wasAsked(job.progress) || !(await inTime(isLeftUnknown(this.reader, this.storeId, job)))) return job;
    const progress = await bookAskedBefore(this.act.kind, this.dependencies.bus, this.storeId, job.id);
    return progress ? { ...job, progress } : job;
  }

  private questionOf(job: OnceJob): Question<Acting, object, unknown> {
    const { act, options } = this;
    const { bus, services } = this.dependencies;
    const notes = notesOf(act.kind, bus, this.storeId, job);
    let files: readonly Uint8Array<ArrayBuffer>[] = [];
    return {
      asked: job.progress.asked,
      ageMs: 0,
      soonMs: SOON_MS,
      ...(act.askedMax !== undefined && { askedMax: act.askedMax }),
      notes: {
        ...notes,
        noteAsked: async () => {
          // Nothing but the request itself may fail once it is noted.
          files = await filesOf(services.objects, this.storeId, job);
          const isNoted = await notes.noteAsked();
          options.onAnswer();
          return isNoted;
        },
      },
      connect: async () => ({ adapter: await this.actingOf(job) }),
      look: async (acting) => {
        const seen = await act.look(acting);
        options.onAnswer();
        return seen;
      },
      ask: async (acting, ground) => done(await act.ask(acting, ground, files)),
      endInVain: (acting, ground): Ending<object> => {
        const known = act.leftOver?.(acting, ground);
        return known ? done(known) : unknown('The marketplace does not show it, and is not asked a further time.');
      },
    };
  }

  private async actingOf(job: OnceJob): Promise<Acting> {
    const { act, dependencies, storeId, options, reader: db } = this;
    const { bus, services } = dependencies;
    const { kind, urgency } = act;
    const asked = { db, services, storeId, ext: job.extension, ...(urgency && { urgency }) };
    const { adapter } = await inTime(connectChannel(asked));
    const note = (facts: object) => advance(kind, bus, storeId, job.id, async () => ({ progress: facts }));
    return { adapter, job, storeId, dependencies, options, signal: options.signal, note };
  }

  /**
   * Turns the error of an attempt into the one that the job is to take. Once the marketplace was asked, only its result ends the job: any
   * other error is waited for.
   */
  private async waitedFor(jobId: string, error: unknown): Promise<unknown> {
    if (this.options.signal.aborted || passingOf(error) || error instanceof Unknown) return error;
    const { kind } = this.act;
    const { progress } = kind.read(await inTime(findJob(this.reader, this.storeId, null, jobId)));
    if (!wasAsked(progress)) return error;
    const why = error instanceof Error ? error.message : String(error);
    const message = `The marketplace was asked (${kind.terms.words.en}), and whether it has done it cannot be seen: ${why}`;
    return new ProviderUnavailable(message, undefined, { cause: error });
  }
}

/** Ends a job that may not ask again; its end follows from its kind (ends.ts). */
class Unknown extends Refusal {
  constructor(failure: string) {
    super('invalid_state', failure);
  }
}

const filesOf = (
  objects: Pick<Objects, 'open'>,
  storeId: string,
  job: Pick<OnceJob, 'objects'>,
): Promise<Uint8Array<ArrayBuffer>[]> =>
  Promise.all(job.objects.map(async (name) => new Uint8Array(await buffer(await openNamed(objects, storeId, name)))));
