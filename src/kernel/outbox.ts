import type { Queryable, Transaction } from './database';
import type { Effects } from './declare';
import { newId } from './ids';
import type { Job, JobLabels } from './job';
import type { QueuedEffect } from './recorder';

export interface StartMessage {
  readonly operation: 'workflow.start';
  readonly workflow: string;
  readonly input: unknown;
  readonly labels: JobLabels;
  readonly summary: string;
}

export interface CancelMessage {
  readonly operation: 'workflow.cancel';
}

export interface UpdateMessage {
  readonly operation: 'workflow.update';
  readonly update: string;
  readonly input: unknown;
}

export type OutboxMessage = StartMessage | CancelMessage | UpdateMessage;

export interface OutboxRow {
  readonly id: string;
  readonly storeId: string;
  readonly workflowId: string;
  readonly message: OutboxMessage;
  readonly attempts: number;
}

interface Queued {
  readonly id: string;
  readonly workflowId: string;
  readonly message: OutboxMessage;
}

/** Effects of one mutation, held until it is known whether they are written. */
export class EffectQueue implements Effects {
  readonly queued: Queued[] = [];

  startWorkflow<Input, Output>(contract: Job<Input, Output>, input: Input): void {
    this.queued.push({
      id: newId('out'),
      workflowId: contract.workflowId(input),
      message: {
        operation: 'workflow.start',
        workflow: contract.name,
        input,
        labels: contract.labels(input),
        summary: contract.summary(input),
      },
    });
  }

  updateWorkflow(workflowId: string, update: string, input: unknown): void {
    this.queued.push({ id: newId('out'), workflowId, message: { operation: 'workflow.update', update, input } });
  }

  cancelWorkflow(workflowId: string): void {
    this.queued.push({ id: newId('out'), workflowId, message: { operation: 'workflow.cancel' } });
  }

  get previews(): QueuedEffect[] {
    return this.queued.map(({ workflowId, message }) => ({
      operation: message.operation,
      workflowId,
      summary: summaryOf(message),
    }));
  }

  write(tx: Transaction, storeId: string): void {
    if (this.queued.length === 0) return;
    tx.send(
      `INSERT INTO outbox (id, store_id, workflow_id, message)
       SELECT row.id, $1, row."workflowId", row.message
       FROM json_to_recordset($2::json) AS row(id text, "workflowId" text, message jsonb)`,
      [storeId, JSON.stringify(this.queued)],
    );
  }
}

function summaryOf(message: OutboxMessage): string {
  if (message.operation === 'workflow.start') return message.summary;
  return message.operation === 'workflow.update' ? message.update : 'cancel';
}

/** Delivers one effect; it must be safe to repeat, since a crash after the delivery delivers again. */
export type Deliver = (row: OutboxRow) => Promise<void>;

const LEASE_SECONDS = 30;
const BATCH = 50;
const RETRY_SECONDS_MAX = 60;
const DELIVERY_POLL_MS = 20;

/**
 * Moves committed effects to Temporal. Every process that writes effects kicks it after commit; the worker also sweeps, which
 * finds what a crash left behind. A row is leased before the call, so no lock is held across the network, and a row waits
 * for the older ones of its workflow.
 */
export class OutboxDispatcher {
  private running: Promise<void> | undefined;
  private again = false;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly system: Queryable,
    private readonly deliver: Deliver,
    private readonly onError: (error: unknown, row: OutboxRow | undefined) => void,
  ) {}

  /** Dispatches soon; never throws and never blocks its caller. */
  kick(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.drain()
      .catch((error) => this.onError(error, undefined))
      .finally(() => {
        this.running = undefined;
        if (this.again) {
          this.again = false;
          this.kick();
        }
      });
  }

  /** Waits until the effects have been delivered. @returns false when some were not within `deadlineMs` */
  async delivered(db: Queryable, ids: readonly string[], deadlineMs: number): Promise<boolean> {
    const until = Date.now() + deadlineMs;
    for (;;) {
      const waiting = await db.query('SELECT 1 FROM outbox WHERE id = ANY($1) AND done_at IS NULL LIMIT 1', [ids]);
      if (waiting.length === 0) return true;
      if (Date.now() > until) return false;
      await new Promise((resolve) => setTimeout(resolve, DELIVERY_POLL_MS));
    }
  }

  /** Sweeps every `intervalMs` until stopped. */
  sweepEvery(intervalMs: number): void {
    this.timer = setInterval(() => this.kick(), intervalMs);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }

  private async drain(): Promise<void> {
    for (;;) {
      const rows = await this.system.query<OutboxRow>(
        `SELECT id, store_id AS "storeId", workflow_id AS "workflowId", message, attempts FROM claim_outbox($1, $2)`,
        [BATCH, LEASE_SECONDS],
      );
      if (rows.length === 0) return;
      await Promise.all(rows.map((row) => this.dispatch(row)));
    }
  }

  private async dispatch(row: OutboxRow): Promise<void> {
    try {
      await this.deliver(row);
      await this.system.query('SELECT finish_outbox($1)', [row.id]);
    } catch (error) {
      this.onError(error, row);
      const waitSeconds = Math.min(RETRY_SECONDS_MAX, 2 ** Math.min(row.attempts, 6));
      await this.system.query('SELECT defer_outbox($1, $2, $3)', [row.id, String(error).slice(0, 500), waitSeconds]);
    }
  }
}
