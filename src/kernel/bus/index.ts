import type { Queryable, Transaction } from '../database/queryable';
import type { Command } from '../declaration/command';
import type { Principal } from '../declaration/principal';
import type { Refusal } from '../errors';
import type { Answer, Static, TSchema } from '../schema/schema';
import type { Preview } from '../trace/recorder';
import { turnToTry } from '../trial/turn-store';
import { type Act, type Acted, act } from './act';
import { type Batch, type BatchTerms, batch } from './batch';
import type { Call, Keeping, Outcome, Rehearsal, UnkeyedCall } from './call';
import { lookAhead } from './claim';
import { timeOf } from './clock';
import { Execution } from './execute';
import { type Issue, issue } from './issue';
import { keepingOf } from './keeping';
import { type Recording, recordingIt, running } from './manner';
import type { BusOptions } from './options';
import { dryRecord, dryRun, rehearse, tryOut } from './rehearse';
import { retrying } from './retry';
import { auditRead, auditRefusal, type NamedCall } from './trace';

/**
 * The only way to change a store (design §3). One Postgres transaction claims the key, runs the handler and writes the
 * outcome, the audit row, the outbox and the generation; a crash leaves nothing, and the same key simply runs again.
 */
export class CommandBus {
  private readonly execution: Execution;

  constructor(private readonly options: BusOptions) {
    this.execution = new Execution(options);
  }

  /**
   * Runs a mutation once per key. The key decides first: whatever its outcome was is answered again.
   * @throws {Refusal} idempotency_conflict, idempotency_key_expired, unauthenticated when the credential was revoked meanwhile,
   * unavailable. The mutation's own refusals are outcomes.
   * @throws {NotPermitted}
   */
  execute(call: Call): Promise<Outcome> {
    return this.execution.execute(call, running(call));
  }

  /**
   * Writes a call down for somebody who may allow it, in the place of running it. Once per key like {@link execute}, and under the same
   * keys; the audit row tells of it as `proposed`.
   * @throws {Refusal} as execute does; what the recording refuses is an outcome
   */
  record(call: Call, recording: Recording): Promise<Outcome> {
    return this.execution.execute(call, recordingIt(recording));
  }

  /**
   * Runs a mutation in a transaction that is rolled back. Consumes no key, leaks no effect, and holds no live command up.
   * @throws {Refusal} its refusals, and unauthenticated when the credential was revoked meanwhile
   */
  dryRun(call: UnkeyedCall): Promise<Preview> {
    return dryRun(this.options, call);
  }

  /** Records in a transaction that is rolled back, see {@link dryRun}. @returns the answer of the recording */
  dryRecord<Result>(call: UnkeyedCall, recording: Recording<Result>): Promise<Result> {
    return dryRecord(this.options, call, recording);
  }

  /**
   * Runs a mutation inside a transaction that its caller owns, and says what it did. The caller decides: `keep` leaves its
   * trace, a rollback to a savepoint leaves nothing.
   */
  rehearse(tx: Transaction, call: UnkeyedCall, now: Date): Promise<Rehearsal> {
    return rehearse(this.options, tx, call, now);
  }

  /** Runs a command for work of the product, in a transaction of its own. See `act.ts`. @throws {Refusal} as {@link execute} does */
  act<P extends TSchema, R extends TSchema, F>(
    command: Command<P, R, F>,
    terms: Act<Static<P>>,
  ): Promise<Acted<Answer<R>>> {
    return act((call) => this.execute(call), command, terms);
  }

  /** Runs a command that only the product may issue, in the transaction of the work that calls for it. See `issue.ts`. */
  issue<P extends TSchema, R extends TSchema>(
    tx: Transaction,
    command: Command<P, R>,
    terms: Issue<Static<P>>,
  ): Promise<Answer<R>> {
    return issue(this.options, tx, command, terms);
  }

  /** Finds the facts of a call that may be kept beside the rows that it changes. @param persons the people that its rehearsal was about */
  keeping(tx: Transaction, call: UnkeyedCall, persons: readonly string[]): Promise<Keeping> {
    return keepingOf(this.options, tx, call, { persons });
  }

  /** Many commands in one transaction, one audit row and one outcome each (design §3). Entries whose key ran before replay. */
  batch<T>(terms: BatchTerms, work: (batch: Batch) => Promise<T>): Promise<T> {
    return batch(this.options, terms, work);
  }

  /** Runs `work` in one transaction of the store, again after a lost connection or a deadlock. Effects that it kept are dispatched. */
  async inTransaction<T>(
    storeId: string,
    work: (tx: Transaction) => Promise<{ keep: boolean; value: T | Promise<T> }>,
  ): Promise<T> {
    const value = await retrying(() => this.options.database.transaction(storeId, work));
    this.options.onEffects?.();
    return value;
  }

  /**
   * Runs `work` in a transaction of the store of which nothing stays, again as long as it gives way.
   * @param turn a name: trials with the same name wait for each other, in every process @throws {GaveWay}
   */
  tryOut<T>(storeId: string, turn: string, work: (trial: Transaction, now: Date) => Promise<T>): Promise<T> {
    const inTurn = async (tx: Transaction): Promise<Date> => {
      await turnToTry(tx, storeId, turn);
      return this.timeOf(tx);
    };
    return tryOut(this.options, storeId, inTurn, work);
  }

  /** Writes down a call that was refused before its payload was read. */
  auditRefusal(call: NamedCall, refusal: Refusal): Promise<void> {
    return auditRefusal(this.options, call, refusal);
  }

  /**
   * Writes down that something was looked at, for who tells it afterwards. @returns the audit row's id
   * @throws {Refusal} unauthenticated when the credential was revoked meanwhile
   */
  auditRead(call: NamedCall): Promise<string> {
    return auditRead(this.options, call);
  }

  /** Asks for a credential again whose call has been answered. @throws {Refusal} unauthenticated when it was revoked or has expired */
  async assertLive(principal: Principal): Promise<void> {
    await retrying(() =>
      this.options.database.transaction(principal.storeId, async (tx) => ({
        keep: false,
        value: await lookAhead(this.options, tx, principal),
      })),
    );
  }

  /** Reads the clock of Postgres. Within a transaction, one time holds for everything that it does. */
  timeOf(db: Queryable): Promise<Date> {
    return timeOf(this.options, db);
  }
}
