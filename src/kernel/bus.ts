import { newAuditId, type Trace, writeTrace, writeTraces } from './audit';
import { keyedDigestOf } from './canonical';
import { type Database, isConnectionFailure, isTransient, isUniqueViolation, type Transaction } from './database';
import type { BatchContext, BatchItem, Command, Mutation, MutationContext, Services } from './declare';
import { type Problem, problemOf, Refusal, refuse } from './errors';
import { newId, ulidTime } from './ids';
import { EffectQueue } from './outbox';
import type { Principal } from './principal';
import { ChangeRecorder, type Preview } from './recorder';

/** One call of one mutation. */
export interface Call {
  readonly principal: Principal;
  readonly mutation: Mutation;
  readonly payload: unknown;
  /** The caller's ULID: the same key answers the same outcome for 30 days. */
  readonly key: string;
  readonly deferBump?: boolean;
  readonly expectedRev?: number | undefined;
  readonly requestId?: string;
  readonly cause?: Readonly<Record<string, string>>;
  readonly reservedIds?: readonly string[];
}

export interface Outcome {
  readonly status: number;
  /** The result, or the problem of a refusal. */
  readonly body: unknown;
  readonly generation: number | null;
  readonly auditId: string;
  readonly replayed: boolean;
  /** Only on the first answer; nothing stores it. */
  readonly once: Readonly<Record<string, unknown>> | null;
  readonly storeId: string;
  /** Effects that were queued with it and may still be on their way. */
  readonly effectIds: readonly string[];
}

interface StoredOutcome {
  readonly fingerprint: string;
  readonly status: number;
  readonly body: unknown;
  readonly generation: number | null;
  readonly auditId: string;
}

interface Run {
  readonly result: unknown;
  readonly recorder: ChangeRecorder;
  readonly effects: EffectQueue;
  readonly once: Readonly<Record<string, unknown>> | null;
}

/** A mutation that has run inside somebody's transaction: what it did, and how to leave its trace if it stays. */
export interface Rehearsal {
  readonly preview: Preview;
  /** Ids that it minted, in order; running it again with them creates the same things. */
  readonly reservedIds: readonly string[];
  readonly readRevs: Readonly<Record<string, number>>;
  /** Writes audit row, outcome and effects into the same transaction. @returns the audit row's id */
  keep(key: string, cause: Readonly<Record<string, string>>): Promise<string>;
}

export interface BatchEntry {
  readonly key: string;
  readonly payload: unknown;
}

/** The result of one batch entry: what it answered now, or when the same key ran before. */
export interface BatchOutcome {
  readonly key: string;
  readonly status: number;
  readonly body: unknown;
  readonly replayed: boolean;
}

export interface Batch {
  readonly tx: Transaction;
  run(command: Command, entries: readonly BatchEntry[]): Promise<readonly BatchOutcome[]>;
}

interface BusOptions {
  readonly database: Database;
  readonly services: Services;
  /** Keys the fingerprints of payloads. */
  readonly fingerprintKey: Buffer;
  readonly now?: () => Date;
  /** Called after a commit that queued effects. */
  readonly onEffects?: () => void;
}

const KEY_LIFE_MS = 30 * 24 * 3_600_000;
const CLOCK_SKEW_MS = 24 * 3_600_000;
const ATTEMPTS_MAX = 4;
const RETRY_AFTER_SECONDS = 2;

const CLAIM = 'SELECT fingerprint, status, body, generation, audit_id AS "auditId" FROM claim_command($1, $2)';

/**
 * The only way to change a store (design §3). One Postgres transaction claims the key, runs the handler and writes the
 * outcome, the audit row, the outbox and the generation; a crash leaves nothing, and the same key simply runs again.
 *
 * The claim is an advisory lock on the key followed by a look-up: a concurrent twin waits for the lock and then finds the
 * stored outcome. Against a placeholder row that is filled in at the end it saves one row version per command, and the
 * unique index still refuses a second outcome. A refusal rolls the whole transaction back and is recorded in a new one;
 * against a savepoint that saves every successful command a round trip.
 */
export class CommandBus {
  private readonly flights = new Map<string, { readonly fingerprint: string; readonly outcome: Promise<Outcome> }>();
  private readonly now: () => Date;

  constructor(private readonly options: BusOptions) {
    this.now = options.now ?? (() => new Date());
  }

  /**
   * Runs a mutation once per key.
   * @throws {Refusal} idempotency_conflict, idempotency_key_expired, unavailable. The mutation's own refusals are outcomes.
   */
  async execute(call: Call): Promise<Outcome> {
    this.checkAge(call.key);
    const fingerprint = this.fingerprint(call);
    const flightId = `${call.principal.storeId} ${call.key}`;
    const flight = this.flights.get(flightId);
    if (flight?.fingerprint === fingerprint) {
      // A thousand twins of one key wait here for the first one, not on a thousand connections.
      const outcome = await flight.outcome.catch(() => undefined);
      if (outcome) return { ...outcome, replayed: true, once: null };
    }
    const running = { fingerprint, outcome: this.executeOnce(call, fingerprint) };
    this.flights.set(flightId, running);
    try {
      return await running.outcome;
    } finally {
      if (this.flights.get(flightId) === running) this.flights.delete(flightId);
    }
  }

  /** Runs a mutation in a transaction that is rolled back. Consumes no key, leaks no effect. */
  async dryRun(call: Omit<Call, 'key'>): Promise<Preview> {
    const now = this.now();
    return this.retrying(() =>
      this.options.database.transaction(call.principal.storeId, async (tx) => {
        const { preview } = await this.rehearse(tx, call, now);
        return { keep: false, value: preview };
      }),
    );
  }

  /**
   * Runs a mutation inside a transaction that its caller owns, and says what it did. The caller decides: `keep` leaves its
   * trace, a rollback to a savepoint leaves nothing.
   */
  async rehearse(tx: Transaction, call: Omit<Call, 'key'>, now = this.now()): Promise<Rehearsal> {
    const run = await this.run(tx, call, now);
    const { result, recorder, effects } = run;
    const bumpsGeneration = call.mutation.flags.includes('bumps generation') && !call.deferBump;
    return {
      preview: recorder.preview({ effects: effects.previews, bumpsGeneration, result, now }),
      reservedIds: recorder.mintedIds,
      readRevs: recorder.readRevs,
      keep: async (key, cause) => {
        const keyed = { ...call, key, cause };
        const auditId = newAuditId();
        await this.leaveTrace(tx, keyed, this.fingerprint(keyed), run, now, auditId);
        return auditId;
      },
    };
  }

  /** Makes a bump that earlier mutations left due, inside their caller's transaction. */
  async bumpIfDue(tx: Transaction, storeId: string): Promise<void> {
    await tx.query(
      'UPDATE store SET generation = generation + 1, generation_due = false WHERE id = $1 AND generation_due',
      [storeId],
    );
  }

  /** Runs `work` in one transaction of the store, again after a lost connection or a deadlock. Effects that it kept are dispatched. */
  async inTransaction<T>(storeId: string, work: (tx: Transaction) => Promise<{ keep: boolean; value: T }>): Promise<T> {
    const value = await this.retrying(() => this.options.database.transaction(storeId, work));
    this.options.onEffects?.();
    return value;
  }

  /**
   * Many commands in one transaction, one audit row and one outcome each (design §3). Entries whose key ran before replay.
   * @param lockName serialises batches that could race for the same rows
   */
  async batch<T>(
    principal: Principal,
    lockName: string,
    cause: Readonly<Record<string, string>>,
    work: (batch: Batch) => Promise<T>,
  ): Promise<T> {
    let effectsQueued = false;
    const value = await this.retrying(() =>
      this.options.database.transaction(principal.storeId, async (tx) => {
        const now = this.now();
        const effects = new EffectQueue();
        tx.send('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [`${principal.storeId} ${lockName}`]);
        const context = { ...this.context(tx, principal, now, effects), newId };
        const answer = await work({
          tx,
          run: (command, entries) => this.runMany(context, command, entries, cause),
        });
        effects.write(tx, principal.storeId);
        effectsQueued = effects.queued.length > 0;
        return { keep: true, value: answer };
      }),
    );
    if (effectsQueued) this.options.onEffects?.();
    return value;
  }

  /** Writes down a call that was refused before it reached a handler. */
  async auditRefusal(
    call: Omit<Call, 'key' | 'mutation'> & { readonly mutation: Pick<Mutation, 'id' | 'redact'> },
    refusal: Refusal,
  ): Promise<void> {
    const now = this.now();
    await this.options.database.transaction(call.principal.storeId, async (tx) => {
      await writeTrace(tx, this.refusedTrace(call, null, null, refusal), { due: false, defer: true }, now);
      return { keep: true, value: undefined };
    });
  }

  private async executeOnce(call: Call, fingerprint: string): Promise<Outcome> {
    const own = new Map<string, Run>();
    const outcome = await this.retrying(() => this.attempt(call, fingerprint, own));
    const run = own.get(outcome.auditId);
    if (!run) return outcome;
    if (run.effects.queued.length > 0) this.options.onEffects?.();
    return { ...outcome, replayed: false, once: run.once };
  }

  /** @param own runs of this call by audit id: when COMMIT succeeded but its answer was lost, the next attempt finds its own outcome */
  private async attempt(call: Call, fingerprint: string, own: Map<string, Run>): Promise<Outcome> {
    const now = this.now();
    try {
      return await this.options.database.transaction(call.principal.storeId, async (tx) => {
        const stored = await this.claim(tx, call, fingerprint);
        if (stored) return { keep: false, value: stored };
        const run = await this.run(tx, call, now);
        const auditId = newAuditId();
        own.set(auditId, run);
        const effectIds = run.effects.queued.map(({ id }) => id);
        const value = this.leaveTrace(tx, call, fingerprint, run, now, auditId).then(
          (generation): Outcome => ({
            status: 200,
            body: run.result,
            generation,
            auditId,
            replayed: false,
            once: run.once,
            storeId: call.principal.storeId,
            effectIds,
          }),
        );
        return { keep: true, value };
      });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'idempotency_conflict' || error.status >= 500) throw error;
      return this.recordRefusal(call, fingerprint, error, now);
    }
  }

  private async leaveTrace(
    tx: Transaction,
    call: Call,
    fingerprint: string,
    { result, recorder, effects }: Run,
    now: Date,
    auditId: string,
  ): Promise<number | null> {
    effects.write(tx, call.principal.storeId);
    const { success } = call.mutation;
    const trace: Trace = {
      ...this.traceOf(call),
      auditId,
      key: call.key,
      fingerprint,
      changes: recorder.changes,
      entityId: recorder.changes[0]?.id ?? null,
      code: null,
      status: 200,
      body: result,
      inverse: recorder.takenBackBy,
      ...(success ? { success } : {}),
    };
    const due = call.mutation.flags.includes('bumps generation');
    return writeTrace(tx, trace, { due, defer: call.deferBump ?? false }, now);
  }

  private recordRefusal(call: Call, fingerprint: string, refusal: Refusal, now: Date): Promise<Outcome> {
    return this.options.database.transaction(call.principal.storeId, async (tx) => {
      const stored = await this.claim(tx, call, fingerprint);
      if (stored) return { keep: false, value: stored };
      const trace = this.refusedTrace(call, call.key, fingerprint, refusal);
      await writeTrace(tx, trace, { due: false, defer: true }, now);
      const value: Outcome = {
        status: trace.status,
        body: trace.body,
        generation: null,
        auditId: trace.auditId,
        replayed: false,
        once: null,
        storeId: call.principal.storeId,
        effectIds: [],
      };
      return { keep: true, value };
    });
  }

  private async claim(tx: Transaction, call: Call, fingerprint: string): Promise<Outcome | undefined> {
    const [stored] = await tx.query<StoredOutcome>(CLAIM, [call.principal.storeId, call.key]);
    if (!stored) return undefined;
    if (stored.fingerprint !== fingerprint) {
      refuse('idempotency_conflict', 'The idempotency key was used for another command, payload or credential.');
    }
    const { status, body, generation, auditId } = stored;
    return {
      status,
      body,
      generation,
      auditId,
      replayed: true,
      once: null,
      storeId: call.principal.storeId,
      effectIds: [],
    };
  }

  private async run(tx: Transaction, call: Omit<Call, 'key'>, now: Date): Promise<Run> {
    const recorder = new ChangeRecorder(call.reservedIds);
    const effects = new EffectQueue();
    let once: Readonly<Record<string, unknown>> | null = null;
    const context: MutationContext & { payload: unknown } = {
      ...this.context(tx, call.principal, now, effects),
      payload: call.payload,
      newId: (prefix) => recorder.newId(prefix),
      record: (...change) => recorder.record(...change),
      guardRev: (id, currentRev) => {
        recorder.readRevs[id] = currentRev;
        if (call.expectedRev !== undefined && call.expectedRev !== currentRev) {
          refuse('rev_conflict', `${id} is at rev ${currentRev}, not ${call.expectedRev}.`, { facts: { currentRev } });
        }
      },
      once: (secret) => {
        once = secret;
      },
      inverse: (...back) => recorder.inverse(...back),
    };
    const result = await call.mutation.run(context);
    return { result, recorder, effects, once };
  }

  private async runMany(
    context: BatchContext,
    command: Command,
    entries: readonly BatchEntry[],
    cause: Readonly<Record<string, string>>,
  ): Promise<BatchOutcome[]> {
    const { principal, storeId, tx, now } = context;
    if (!command.runMany) throw new Error(`${command.id} cannot run in a batch`);
    const stored = await tx.query<{ key: string; status: number; body: unknown }>(
      'SELECT key, status, body FROM command_outcome WHERE store_id = $1 AND key = ANY($2)',
      [storeId, entries.map(({ key }) => key)],
    );
    const outcomes = new Map<string, BatchOutcome>(stored.map((row) => [row.key, { ...row, replayed: true }]));
    const fresh = entries.filter(({ key }) => !outcomes.has(key));
    if (fresh.length > 0) {
      const recorders = fresh.map(() => new ChangeRecorder());
      const items = fresh.map(({ payload }, index): BatchItem<unknown> => {
        const recorder = recorders[index] as ChangeRecorder;
        return {
          payload,
          newId: (prefix) => recorder.newId(prefix),
          record: (...change) => recorder.record(...change),
          inverse: (...back) => recorder.inverse(...back),
        };
      });
      const results = await command.runMany(context, items);
      const traces = fresh.map((entry, index) => {
        const result = results[index];
        const refusal = result instanceof Refusal ? result : null;
        if (result instanceof Error && !refusal) throw result;
        const recorder = recorders[index] as ChangeRecorder;
        const changes = refusal ? [] : recorder.changes;
        return {
          auditId: newAuditId(),
          key: entry.key,
          fingerprint: keyedDigestOf(this.options.fingerprintKey, [command.id, entry.payload, principal.id]),
          status: refusal?.status ?? 200,
          body: refusal ? problemOf(refusal) : result,
          code: refusal?.code ?? null,
          entityId: changes[0]?.id ?? null,
          payload: command.redact ? command.redact(entry.payload) : entry.payload,
          changes,
          inverse: refusal ? null : recorder.takenBackBy,
        };
      });
      const due = command.flags.includes('bumps generation') && traces.some(({ code }) => code === null);
      const shared = { principal, command: command.id, requestId: null, cause };
      await writeTraces(tx, shared, traces, { due, defer: !due }, now);
      for (const { key, status, body } of traces) outcomes.set(key, { key, status, body, replayed: false });
    }
    return entries.map(({ key }) => outcomes.get(key) as BatchOutcome);
  }

  private context(tx: Transaction, principal: Principal, now: Date, effects: EffectQueue) {
    return { principal, storeId: principal.storeId, now, tx, effects, services: this.options.services };
  }

  private traceOf(
    call: Pick<Call, 'principal' | 'payload' | 'requestId' | 'cause'> & {
      readonly mutation: Pick<Mutation, 'id' | 'redact'>;
    },
  ) {
    return {
      principal: call.principal,
      command: call.mutation.id,
      payload: call.mutation.redact ? call.mutation.redact(call.payload) : call.payload,
      requestId: call.requestId ?? null,
      cause: call.cause ?? null,
    };
  }

  private refusedTrace(
    call: Parameters<CommandBus['traceOf']>[0],
    key: string | null,
    fingerprint: string | null,
    refusal: Refusal,
  ): Trace & { body: Problem } {
    const body = problemOf(refusal);
    return {
      ...this.traceOf(call),
      auditId: newAuditId(),
      key,
      fingerprint,
      changes: [],
      entityId: namedEntity(call.payload),
      code: refusal.code,
      status: refusal.status,
      body,
    };
  }

  private fingerprint({ mutation, payload, principal, deferBump, expectedRev }: Call): string {
    const facts = [mutation.id, payload, principal.id, deferBump ?? false, expectedRev ?? null];
    return keyedDigestOf(this.options.fingerprintKey, facts);
  }

  private checkAge(key: string): void {
    const age = this.now().getTime() - ulidTime(key);
    if (age > KEY_LIFE_MS || age < -CLOCK_SKEW_MS) {
      refuse(
        'idempotency_key_expired',
        'The time inside the idempotency key is more than 30 days old, or in the future.',
      );
    }
  }

  /** The whole mutation is one transaction, so running it again after a deadlock or a lost connection is always right. */
  private async retrying<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        const again =
          isTransient(error) || isConnectionFailure(error) || isUniqueViolation(error, 'command_outcome_pkey');
        if (again && attempt < ATTEMPTS_MAX) {
          await new Promise((resolve) => setTimeout(resolve, 25 * attempt * attempt));
          continue;
        }
        throw unavailableIfDown(error);
      }
    }
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
const QUERY_CANCELED = '57014';

/** What Postgres being away looks like to a caller: 503 and when to come back. Any other error passes through. */
export function unavailableIfDown(error: unknown): unknown {
  const { code } = error as { code?: string };
  if (!isConnectionFailure(error) && !isTransient(error) && code !== LOCK_NOT_AVAILABLE && code !== QUERY_CANCELED)
    return error;
  return new Refusal('unavailable', 'The database is not reachable or too busy; the same call may be sent again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

/** The first identifier that a payload names, so that refused calls are found by entity too. */
function namedEntity(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null) return null;
  for (const value of Object.values(payload)) {
    if (typeof value === 'string' && /^[a-z]{3}_[0-9A-HJKMNP-TV-Z]{26}$/.test(value)) return value;
  }
  return null;
}
