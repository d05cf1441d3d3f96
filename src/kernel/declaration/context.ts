import type { Cursors } from '../call/cursor';
import type { StoreReader, Transaction } from '../database/queryable';
import type { Answer, Static, TSchema } from '../schema/schema';
import type { Drafting } from './capability';
import type { Command } from './command';
import type { Job } from './job';
import type { Principal } from './principal';
import type { Services, WorkServices } from './services';

export interface ReadContext {
  readonly principal: Principal;
  readonly storeId: string;
  /** One statement, or one snapshot: what is answered is of one moment. */
  readonly db: StoreReader;
  readonly services: Services;
  /** Cursors of a list, bound to its filters and its sort. */
  readonly cursors: Cursors;
}

/** Context of a call that works beside the store. It may go back to the database after an answer from elsewhere. */
export interface WorkContext extends ReadContext {
  readonly services: WorkServices;
  /** The key that the caller states, of a route that is `keyed`. */
  readonly key: string | undefined;
  /** Ends when the caller leaves, of a route that has `answersWithinMs`. */
  readonly gone?: AbortSignal | undefined;
}

/** One aggregate as it was and as it is now; null is "does not exist". The fields are those that callers see. */
export type Snapshot = Readonly<Record<string, unknown>> | null;

/** Collects what one mutation changes. It becomes the preview of a dry run and the audit row of a real one. */
export interface Recorder {
  /**
   * @param entity resource word, e.g. `product` @param id its identifier. The first one recorded is the audit row's entity.
   * @param within the wholes that it is a part of, as far as its snapshots do not name them
   */
  record(
    entity: string,
    id: string,
    before: Snapshot,
    after: Snapshot,
    within?: Readonly<Record<string, unknown>>,
  ): void;
}

export interface Reversal {
  /** Names the command that would take this one back; the audit row keeps it. */
  inverse(command: string, payload: Readonly<Record<string, unknown>>): void;
}

/** Effects wait in the outbox of the same transaction and are dispatched after commit, so a dry run cannot leak one. */
export interface Effects {
  startWorkflow<Input, Output, Facts extends Input>(job: Job<Input, Output, Facts>, facts: Facts): void;
  /** Sends an Update to a running workflow; one that has ended needs it no more. */
  updateWorkflow<Input, Output, Facts extends Input>(
    job: Job<Input, Output, Facts>,
    facts: Facts,
    update: string,
    input: unknown,
  ): void;
  /**
   * Sends a running workflow an Update that says no more than that it shall look: of those that wait for their delivery one says it for
   * all, however many were sent.
   */
  wakeWorkflow<Input, Output, Facts extends Input>(
    job: Job<Input, Output, Facts>,
    facts: Facts,
    update: string,
    input: unknown,
  ): void;
  cancelWorkflow<Input, Output, Facts extends Input>(job: Job<Input, Output, Facts>, facts: Facts): void;
}

export interface WriteContext {
  readonly principal: Principal;
  readonly storeId: string;
  readonly now: Date;
  readonly tx: Transaction;
  readonly effects: Effects;
  readonly services: Services;
  newId(prefix: string): string;
}

export interface MutationContext extends WriteContext, Recorder, Reversal {
  /** The rev that the caller stated, wherever it stood; {@link MutationContext.guardRev} holds it against the present one, or has held it. */
  readonly statedRev: number | undefined;
  /**
   * Refuses with rev_conflict when the caller stated another rev (`If-Match` or `expectedRev`), and notes the rev that was read. The rev is
   * the one of the call's subject, or of the whole that the subject is a part of. A run that has a subject and does not guard it is a bug.
   * @param facts further facts for the refusal, beside the current rev
   */
  guardRev(id: string, currentRev: number, facts?: Readonly<Record<string, unknown>>): void;
  /**
   * The draft that the call works on, `main` or a workspace, of a capability that says where it is named: the one named, or the
   * caller's own. See {@link Drafting}.
   */
  draft(): string;
  /** Names identifiers by which the audit row is found, beside those of the changes. */
  concerns(ids: readonly string[]): void;
  /** A time counted from now, in ms: of a deadline that is written, a preview knows that it is the same however late it is made. */
  later(ms: number): Date;
  /** Names whom the call is about, where no change of personal data does. */
  about(persons: readonly string[]): void;
  /**
   * Ends what is kept of a person beside the rows: nobody opens it any more. The rows themselves are the handler's to empty. Only of a
   * command that {@link Command.forgets}.
   */
  forget(person: string): void;
  /** Tells that tokens end with this call, of a command that {@link Command.endsTokens}. */
  tokensEnd(): void;
  /**
   * Runs a command that the product alone issues in another store, as the owner that the caller is there or becomes: both stay, or neither
   * does, and the trail of that store tells of it. The handler has made sure that the caller may do so.
   * @throws {Refusal} the refusal of that command
   */
  elsewhere<P extends TSchema, R extends TSchema>(
    where: Elsewhere,
    command: Command<P, R>,
    payload: Static<P>,
  ): Promise<Answer<R>>;
  /** Values that the answer carries once and that nothing stores: a replay shows `replayed: true` without them. */
  once(secret: Readonly<Record<string, unknown>>): void;
}

/** An owner in another store. */
export interface Elsewhere {
  readonly storeId: string;
  readonly ownerId: string;
}

/** One command of a batch; its recorder is its own, so it has an audit row of its own. */
export interface BatchItem<Payload> extends Recorder, Reversal {
  readonly payload: Payload;
  newId(prefix: string): string;
}

export interface BatchContext extends WriteContext {}

export type StagingContext = Pick<WriteContext, 'storeId' | 'tx' | 'principal' | 'now'>;

/** Context of a call before its key has decided that it runs. */
export type FirstContext = Pick<WriteContext, 'storeId' | 'tx' | 'newId'>;
