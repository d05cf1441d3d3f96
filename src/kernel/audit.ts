import type { Transaction } from './database';
import type { ProblemCode } from './errors';
import { newId } from './ids';
import type { Principal } from './principal';
import type { Change, Inverse } from './recorder';

/** What a mutation leaves behind in its own transaction: its audit row and, when it had a key, the outcome that a replay answers. */
export interface Trace {
  readonly auditId: string;
  readonly principal: Principal;
  readonly command: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly payload: unknown;
  readonly changes: readonly Change[];
  /** The first changed aggregate, or the one that a refused call named. */
  readonly entityId: string | null;
  readonly code: ProblemCode | null;
  readonly status: number;
  /** The result, or the problem of a refusal. */
  readonly body: unknown;
  readonly requestId: string | null;
  /** What caused it beyond the principal: a job, a proposal item. */
  readonly cause: Readonly<Record<string, string>> | null;
  readonly inverse?: Inverse | null;
  readonly success?: 'done' | 'proposed';
}

export interface Bump {
  readonly due: boolean;
  readonly defer: boolean;
}

/** The spec leaves deferBump open: it records that a bump is due; the next mutation without it, or store.syncKv, makes it. */
const BUMPED = `
  bumped AS (
    UPDATE store
    SET generation = CASE WHEN $3 THEN generation ELSE generation + 1 END, generation_due = $3
    WHERE id = $1 AND CASE WHEN $3 THEN $2 AND NOT generation_due ELSE $2 OR generation_due END
    RETURNING CASE WHEN $3 THEN NULL ELSE generation END AS generation
  )`;

const WRITE_TRACE = `
  WITH ${BUMPED},
  outcome AS (
    INSERT INTO command_outcome (store_id, key, fingerprint, status, body, generation, audit_id)
    SELECT $1, $4, $5, $6, $7, (SELECT generation FROM bumped), $8 WHERE $4::text IS NOT NULL
  ),
  audited AS (
    INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, key, outcome, code, entity_id, payload, changes, request_id, cause, inverse)
    VALUES ($1, $8, $9, $10, $11, $12, $4, $13, $14, $15, $16, $17, $18, $19, $20)
  )
  SELECT generation FROM bumped`;

const WRITE_TRACES = `
  WITH ${BUMPED},
  trace AS (
    SELECT * FROM json_to_recordset($4::json) AS row(
      "auditId" text, key text, fingerprint text, status int, body json, outcome text, code text, "entityId" text, payload jsonb, changes jsonb,
      inverse jsonb)
  ),
  outcomes AS (
    INSERT INTO command_outcome (store_id, key, fingerprint, status, body, generation, audit_id)
    SELECT $1, key, fingerprint, status, body, (SELECT generation FROM bumped), "auditId" FROM trace
  ),
  audited AS (
    INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, key, outcome, code, entity_id, payload, changes, request_id, cause, inverse)
    SELECT $1, "auditId", $5, $6, $7, $8, key, outcome, code, "entityId", payload, changes, $9, $10, inverse FROM trace
  )
  SELECT generation FROM bumped`;

export const newAuditId = (): string => newId('aud');

/** @returns the storefront generation after a bump, or null when it did not move */
export async function writeTrace(tx: Transaction, trace: Trace, bump: Bump, now: Date): Promise<number | null> {
  const { principal } = trace;
  const rows = await tx.query<{ generation: number | null }>(WRITE_TRACE, [
    principal.storeId,
    bump.due,
    bump.defer,
    trace.key,
    trace.fingerprint,
    trace.status,
    JSON.stringify(trace.body ?? null),
    trace.auditId,
    now,
    principal.kind,
    principal.id,
    trace.command,
    trace.code ? 'refused' : (trace.success ?? 'done'),
    trace.code,
    trace.entityId,
    JSON.stringify(trace.payload ?? null),
    JSON.stringify(trace.changes),
    trace.requestId,
    trace.cause ? JSON.stringify(trace.cause) : null,
    trace.inverse ? JSON.stringify(trace.inverse) : null,
  ]);
  return rows[0]?.generation ?? null;
}

type BatchTrace = Pick<
  Trace,
  'auditId' | 'key' | 'fingerprint' | 'status' | 'body' | 'code' | 'entityId' | 'payload' | 'changes' | 'inverse'
>;

/** One audit row and one outcome for each command of a batch, in one statement; the generation moves once. */
export async function writeTraces(
  tx: Transaction,
  shared: Pick<Trace, 'principal' | 'command' | 'requestId' | 'cause'>,
  traces: readonly BatchTrace[],
  bump: Bump,
  now: Date,
): Promise<number | null> {
  const rows = await tx.query<{ generation: number | null }>(WRITE_TRACES, [
    shared.principal.storeId,
    bump.due,
    bump.defer,
    JSON.stringify(traces.map((trace) => ({ ...trace, outcome: trace.code ? 'refused' : 'done' }))),
    now,
    shared.principal.kind,
    shared.principal.id,
    shared.command,
    shared.requestId,
    shared.cause ? JSON.stringify(shared.cause) : null,
  ]);
  return rows[0]?.generation ?? null;
}
