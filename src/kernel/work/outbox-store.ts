import type { Correlation } from '../correlation';
import type { Queryable, Transaction } from '../database/queryable';
import type { JobLabels } from '../declaration/job';

export interface StartMessage {
  readonly operation: 'workflow.start';
  readonly workflow: string;
  readonly input: unknown;
  readonly labels: JobLabels;
  readonly summary: string;
  /** The same as `worksInSteps` of the job. */
  readonly worksInSteps?: true;
  /** An earlier run did not bring it to its end; such starts are counted. */
  readonly restart?: true;
}

interface CancelMessage {
  readonly operation: 'workflow.cancel';
}

export interface UpdateMessage {
  readonly operation: 'workflow.update';
  readonly update: string;
  readonly input: unknown;
  /** True for a message that says no more than that the workflow shall look. */
  readonly wakes?: true;
}

export type OutboxMessage = (StartMessage | CancelMessage | UpdateMessage) & {
  /** The request that it is an effect of; missing of what nobody asked for. */
  readonly origin?: Correlation;
};

/** An effect that is to be written. */
export interface Queued {
  readonly id: string;
  readonly workflowId: string;
  readonly message: OutboxMessage;
}

/** An effect that waits for its delivery. */
export interface OutboxRow extends Queued {
  readonly storeId: string;
  readonly attempts: number;
  /** The number of refusals. A refusal is no outage. */
  readonly refusals: number;
}

const INSERT = `
  INSERT INTO outbox (id, store_id, workflow_id, message)
  SELECT row.id, $1, row."workflowId", row.message
  FROM json_to_recordset($2::json) AS row(id text, "workflowId" text, message jsonb)`;

/** Sends the effects of a store, in their order. */
export function insertEffects(tx: Transaction, storeId: string, effects: readonly Queued[]): void {
  const rows = effects.map(({ id, workflowId, message }) => ({ id, workflowId, message }));
  if (rows.length > 0) tx.send(INSERT, [storeId, JSON.stringify(rows)]);
}

/** @returns whether one of the effects still waits for its delivery */
export async function anyWaiting(db: Queryable, ids: readonly string[]): Promise<boolean> {
  return (await db.query('SELECT 1 FROM outbox WHERE id = ANY($1) AND done_at IS NULL LIMIT 1', [ids])).length > 0;
}

const CLAIM = `
  SELECT id, store_id AS "storeId", workflow_id AS "workflowId", message, attempts, refusals FROM claim_outbox($1, $2, $3)`;

/**
 * Leases effects that may be delivered now, of all stores.
 * @param claim names the attempt: repeated, it is answered with the same rows
 */
export const claimEffects = (
  system: Queryable,
  most: number,
  leaseSeconds: number,
  claim: string,
): Promise<OutboxRow[]> => system.query<OutboxRow>(CLAIM, [most, leaseSeconds, claim]);

/** Finishes the effects that wait behind this one and wake the same workflow by the same word. */
export async function absorbAlike(system: Queryable, id: string): Promise<void> {
  await system.query('SELECT absorb_outbox($1)', [id]);
}

/** Notes that an effect was delivered. */
export async function finishEffect(system: Queryable, id: string): Promise<void> {
  await system.query('SELECT finish_outbox($1)', [id]);
}

/** Notes that an effect is given up, and the reason. */
export async function failEffect(system: Queryable, id: string, reason: string): Promise<void> {
  await system.query('SELECT fail_outbox($1, $2)', [id, reason]);
}

const PUT_OFF = {
  refused: 'SELECT refuse_outbox($1, $2, $3)',
  unreached: 'SELECT defer_outbox($1, $2, $3)',
};

/** Puts an effect off. It is tried again after a while, since nobody could be reached, or it was refused, which is counted. */
export async function putOff(
  system: Queryable,
  id: string,
  why: keyof typeof PUT_OFF,
  reason: string,
  waitSeconds: number,
): Promise<void> {
  await system.query(PUT_OFF[why], [id, reason, waitSeconds]);
}
