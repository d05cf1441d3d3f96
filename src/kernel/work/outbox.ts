import { type Correlation, correlated, handedOn, nextOf } from '../correlation';
import type { Queryable, Transaction } from '../database/queryable';
import type { Effects } from '../declaration/context';
import type { Job } from '../declaration/job';
import { ID_PATTERN, newId } from '../ids';
import { textsIn } from '../personal/unquoted';
import { type Span, tellSpan } from '../spans';
import type { QueuedEffect } from '../trace/effect';
import {
  absorbAlike,
  anyWaiting,
  claimEffects,
  failEffect,
  finishEffect,
  insertEffects,
  type OutboxMessage,
  type OutboxRow,
  putOff,
  type Queued,
  type StartMessage,
} from './outbox-store';

/** An effect that may be written, with what people are told of it. */
interface HeldEffect extends Queued, Required<Pick<QueuedEffect, 'label' | 'names'>> {
  /** True for an effect that starts work which asks a provider. */
  readonly asksProvider: boolean;
}

/** Effects of one mutation, held until it is known whether they are written. */
export class EffectQueue implements Effects {
  readonly queued: HeldEffect[] = [];

  startWorkflow<Input, Output, Facts extends Input>(contract: Job<Input, Output, Facts>, facts: Facts): void {
    this.hold(contract, facts, startMessage(contract, facts));
  }

  restartWorkflow<Input, Output, Facts extends Input>(contract: Job<Input, Output, Facts>, facts: Facts): void {
    this.hold(contract, facts, { ...startMessage(contract, facts), restart: true });
  }

  updateWorkflow<Input, Output, Facts extends Input>(
    contract: Job<Input, Output, Facts>,
    facts: Facts,
    update: string,
    input: unknown,
  ): void {
    this.hold(contract, facts, { operation: 'workflow.update', update, input });
  }

  wakeWorkflow<Input, Output, Facts extends Input>(
    contract: Job<Input, Output, Facts>,
    facts: Facts,
    update: string,
    input: unknown,
  ): void {
    this.hold(contract, facts, { operation: 'workflow.update', update, input, wakes: true });
  }

  cancelWorkflow<Input, Output, Facts extends Input>(contract: Job<Input, Output, Facts>, facts: Facts): void {
    this.hold(contract, facts, { operation: 'workflow.cancel' });
  }

  get previews(): QueuedEffect[] {
    return this.queued.map(({ workflowId, message, label, names }) => ({
      operation: message.operation,
      workflowId,
      summary: summaryOf(message),
      label,
      names,
    }));
  }

  /** @param origin the request that they are effects of; undefined: nobody asked for them */
  write(tx: Transaction, storeId: string, origin: Correlation | undefined): void {
    const named = origin
      ? this.queued.map((effect) => ({ ...effect, message: { ...effect.message, origin: handedOn(origin) } }))
      : this.queued;
    insertEffects(tx, storeId, named);
  }

  private hold<Input, Output, Facts extends Input>(
    contract: Job<Input, Output, Facts>,
    facts: Facts,
    message: OutboxMessage,
  ): void {
    if ('input' in message) assertIdentifiers(contract.name, message.input);
    const workflowId = contract.workflowId(contract.row(facts));
    const [label, names] = [contract.label(facts), contract.names?.(facts) ?? []];
    const asksProvider = message.operation === 'workflow.start' && contract.asksProvider === true;
    this.queued.push({ id: newId('out'), workflowId, message, label, names, asksProvider });
  }
}

const startMessage = <Input, Output, Facts extends Input>(
  contract: Job<Input, Output, Facts>,
  facts: Facts,
): StartMessage => ({
  operation: 'workflow.start',
  workflow: contract.name,
  input: contract.input(facts),
  labels: contract.labels(facts),
  summary: contract.summary(facts),
  ...(contract.worksInSteps && { worksInSteps: true }),
});

/**
 * Checks that a workflow gets identifiers alone. Nobody can delete the data that Temporal keeps, so a workflow reads all else from the
 * rows.
 * @throws {Error} for any other text
 */
function assertIdentifiers(workflow: string, input: unknown): void {
  if (textsIn(input).some((text) => !IDENTIFIER.test(text)))
    throw new Error(`${workflow} is told a text that is no identifier`);
}

const IDENTIFIER = new RegExp(`^${ID_PATTERN}$`);

function summaryOf(message: OutboxMessage): string {
  if (message.operation === 'workflow.start') return message.summary;
  return message.operation === 'workflow.update' ? message.update : 'cancel';
}

/**
 * Delivers one effect; it must be safe to repeat, since a crash after the delivery delivers again.
 * @param calledOff by a process that ends: it need not be waited for, and another process delivers it
 */
export type Deliver = (row: OutboxRow, calledOff: AbortSignal) => Promise<void>;

const LEASE_SECONDS = 30;
const CLAIM_RETRY_MS = 1_000;
const DELIVERIES_MAX = 50;
const RETRY_SECONDS_MAX = 10;
/** The tries after which a process that has met silence lets others try first: it may be the only one that does not reach Temporal. */
export const OUTBOX_OWN_TRIES = 3;
/** Longer than a sweep takes to come round. */
const OTHERS_FIRST_MS = 6_000;
const DELIVERY_POLL_MS = 20;
/** Most refusals of one effect, within half a minute or around outages: after so many it will be refused for ever. */
const REFUSALS_MAX = 5;
const REASON_LENGTH_MAX = 500;
/** A delivery takes milliseconds; one that waits for a worker may wait longer than a process that ends. */
const STOP_GRACE_MS = 500;

interface OutboxOptions {
  /** Runs the functions of the outbox, which see every store. */
  readonly system: Queryable;
  readonly deliver: Deliver;
  /** Tells whether another try would get the same error. */
  readonly isRefusal: (error: unknown) => boolean;
  /** Ends what waits for an effect that is given up, in a state that its owner sees; may be called again. */
  readonly abandon: (row: OutboxRow, reason: string) => Promise<void>;
  /** @param row undefined: no single effect is to blame */
  readonly onError: (error: unknown, row: OutboxRow | undefined) => void;
  readonly onAbandoned: (error: unknown, row: OutboxRow) => void;
}

/**
 * Moves committed effects to Temporal. Every process that writes effects kicks it after commit; the worker also sweeps, which
 * finds what a crash left behind. A row is leased before the call, so no lock is held across the network, and a row waits
 * for the older ones of its workflow. Nobody waits for the delivery of another workflow's row, however long that takes.
 *
 * A Temporal that is away is waited for without end. What it refuses is tried a few times and then given up: what waited for it
 * ends with the reason, and the row stays behind as failed.
 */
export class OutboxDispatcher {
  private claiming: Promise<void> | undefined;
  private again = false;
  private readonly delivering = new Set<Promise<void>>();
  /** One for each delivery: whoever listens to it goes with it. */
  private readonly calls = new Set<AbortController>();
  /** The name of a claim that was not answered: it may hold rows, and answers them when it is repeated. */
  private claimed: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly retries = new Set<NodeJS.Timeout>();
  private stopped = false;

  constructor(private readonly options: OutboxOptions) {}

  /** Dispatches soon; never throws and never blocks its caller. */
  kick(): void {
    if (this.stopped) return;
    this.again = true;
    // A claim takes effects of other callers too, so it belongs to no request, and not to that of the one who kicks.
    this.claiming ??= correlated(undefined, () => this.claim())
      .catch((error) => {
        this.options.onError(error, undefined);
        this.kickIn(CLAIM_RETRY_MS);
      })
      .finally(() => {
        this.claiming = undefined;
        if (this.again && this.delivering.size < DELIVERIES_MAX) this.kick();
      });
  }

  /** Waits until the effects have been delivered. @returns false when some were not within `deadlineMs` */
  async delivered(db: Queryable, ids: readonly string[], deadlineMs: number): Promise<boolean> {
    const until = Date.now() + deadlineMs;
    for (;;) {
      if (!(await anyWaiting(db, ids))) return true;
      if (Date.now() > until) return false;
      await new Promise((resolve) => setTimeout(resolve, DELIVERY_POLL_MS));
    }
  }

  /** Sweeps every `intervalMs` until stopped, however often it was told to. */
  sweepEvery(intervalMs: number): void {
    clearInterval(this.timer);
    this.timer = setInterval(() => this.kick(), intervalMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.claiming;
    const ending = setTimeout(() => {
      for (const call of this.calls) call.abort();
    }, STOP_GRACE_MS);
    await Promise.all(this.delivering);
    clearTimeout(ending);
    for (const retry of this.retries) clearTimeout(retry);
  }

  private kickIn(ms: number): void {
    if (this.stopped) return;
    const retry = setTimeout(() => {
      this.retries.delete(retry);
      this.kick();
    }, ms);
    this.retries.add(retry);
  }

  private async claim(): Promise<void> {
    while (this.again && this.delivering.size < DELIVERIES_MAX) {
      this.again = false;
      this.claimed ??= newId('clm');
      const most = DELIVERIES_MAX - this.delivering.size;
      const rows = await claimEffects(this.options.system, most, LEASE_SECONDS, this.claimed);
      this.claimed = undefined;
      for (const row of rows) this.start(row);
    }
  }

  /** Starts a delivery. Its end makes room for the workflow's next row, or for others behind a full house. */
  private start(row: OutboxRow): void {
    const delivery = this.dispatch(row).finally(() => {
      this.delivering.delete(delivery);
      this.kick();
    });
    this.delivering.add(delivery);
  }

  private dispatch(row: OutboxRow): Promise<void> {
    const { origin } = row.message;
    const of = origin && nextOf(origin);
    return correlated(of, () => this.dispatchNow(row, of));
  }

  private async dispatchNow(row: OutboxRow, of: Correlation | undefined): Promise<void> {
    const { system, deliver, isRefusal, onError } = this.options;
    const startedAt = performance.now();
    const tell = (failed: boolean): void => {
      tellSpan(of, () => spanOf(row, of as Correlation, performance.now() - startedAt, failed));
    };
    const call = new AbortController();
    this.calls.add(call);
    try {
      // Before it is delivered: what is there by now is seen by who looks then.
      if ('wakes' in row.message) await absorbAlike(system, row.id);
      await deliver(row, call.signal);
      tell(false);
      await finishEffect(system, row.id);
    } catch (error) {
      tell(true);
      const refused = isRefusal(error);
      // Without an answer the lease says when it is tried again.
      const booking =
        refused && row.refusals + 1 >= REFUSALS_MAX ? this.giveUp(row, error) : this.defer(row, error, refused);
      await booking.catch((failure) => onError(failure, undefined));
    } finally {
      this.calls.delete(call);
    }
  }

  /** Gives up an effect. Its dependents end first, so that after a crash in between it is given up once more. */
  private async giveUp(row: OutboxRow, error: unknown): Promise<void> {
    const { system, abandon, onAbandoned } = this.options;
    onAbandoned(error, row);
    await abandon(row, reasonOf(error));
    await failEffect(system, row.id, reasonOf(error));
  }

  private async defer(row: OutboxRow, error: unknown, refused: boolean): Promise<void> {
    const { system, onError } = this.options;
    onError(error, row);
    const tries = refused ? row.refusals + 1 : row.attempts;
    const waitSeconds = Math.min(RETRY_SECONDS_MAX, 2 ** Math.min(tries, 6));
    await putOff(system, row.id, refused ? 'refused' : 'unreached', reasonOf(error), waitSeconds);
    // The sweep of another process looks more rarely. Postgres has counted from a moment that is over.
    const othersMs = !refused && row.attempts > OUTBOX_OWN_TRIES ? OTHERS_FIRST_MS : 0;
    this.kickIn(waitSeconds * 1_000 + othersMs);
  }
}

const spanOf = (
  { workflowId, message: { operation } }: OutboxRow,
  of: Correlation,
  durationMs: number,
  failed: boolean,
): Span => ({
  name: operation,
  kind: 'producer',
  of,
  durationMs,
  failed,
  attributes: { 'temporal.workflow_id': workflowId },
});

/** The words of the other side. Clients wrap them in an error of their own, whose words say nothing. */
function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  return String(cause instanceof Error ? cause.message : error).slice(0, REASON_LENGTH_MAX);
}
