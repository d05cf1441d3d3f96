import { idsIn } from '../database/footprint';
import type { Transaction } from '../database/queryable';
import type { Principal } from '../declaration/principal';
import { newId } from '../ids';
import type { ProblemCode } from '../problems';
import type { Change } from './change';
import type { KeptInverse } from './recorder';

/** Trace of a mutation in its own transaction: its audit row and, when it had a key, the outcome that a replay answers. */
export interface Trace {
  readonly auditId: string;
  readonly principal: Principal;
  readonly command: string;
  readonly key: string | null;
  readonly fingerprint: string | null;
  readonly payload: unknown;
  readonly changes: readonly Change[];
  /** Ids that find the row beside its cause: all that it touched and named. The first one stands for the row. */
  readonly entityIds: readonly string[];
  readonly outcome: 'done' | 'proposed' | 'refused';
  readonly code: ProblemCode | null;
  readonly status: number;
  /** The result, or the problem of a refusal. */
  readonly body: unknown;
  readonly requestId: string | null;
  /** Cause of the change beyond the principal: a job, a proposal item. */
  readonly cause: Readonly<Record<string, string>> | null;
  readonly inverse?: KeptInverse | null;
  /**
   * Makes the end of the credential wait for the transaction from here on. A credential that has ended meanwhile fails it in a way that is tried
   * again: the next attempt finds the credential ended, or that its end was taken back.
   */
  readonly holdsCredential?: boolean;
}

export interface Bump {
  readonly due: boolean;
  readonly defer: boolean;
}

/**
 * The spec leaves deferBump open: it marks what it changed, and so that a bump is due; the next mutation without it, or store.syncKv,
 * makes it. Whoever moves the generation holds the store's row until its transaction ends, and is named there. All others who move it
 * wait meanwhile, so the audit rows, which nobody waits for, are written before: they are counted for nothing else.
 * @param auditId SQL of the id of an audit row
 */
const bumped = (auditId: string): string => `
  bumped AS (
    UPDATE store SET generation = generation + 1, moved_by = ${auditId}
    WHERE id = $1 AND NOT $3 AND ($2 OR EXISTS (SELECT FROM storefront_mark WHERE store_id = $1))
      AND (SELECT count(*) FROM audited) + (SELECT count(*) FROM named) > 0
    RETURNING generation
  )`;

/**
 * The credential is held behind the wait for the store's row, so that whoever ends it does not wait for those who stand in that queue.
 */
const WRITE_TRACE = `
  WITH audited AS (
    INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, key, outcome, code, entity_id, payload, changes, request_id, cause,
      inverse, bytes)
    VALUES ($1, $8, $9, $10, $11, $12, $4, $13, $14, $15, $16, $17, $18, $19, $20, $21) RETURNING id
  ),
  named AS (
    INSERT INTO audit_entity (store_id, entity_id, audit_id)
    SELECT $1, entity_id, $8 FROM jsonb_array_elements_text($22::jsonb) AS entity_id RETURNING audit_id
  ),
  ${bumped('$8')},
  moved AS (
    INSERT INTO audit_generation (store_id, audit_id, generation) SELECT $1, $8, generation FROM bumped
  ),
  outcome AS (
    INSERT INTO command_outcome (store_id, key, fingerprint, status, body, generation, audit_id)
    SELECT $1, $4, $5, $6, $7, (SELECT generation FROM bumped), $8 WHERE $4::text IS NOT NULL
  )
  SELECT (SELECT generation FROM bumped) AS generation, CASE WHEN $23 THEN hold_credential($1, $10, $11, $24) END`;

const WRITE_TRACES = `
  WITH trace AS (
    SELECT * FROM json_to_recordset($4::json) AS row(
      "auditId" text, key text, fingerprint text, status int, body json, outcome text, code text, "entityIds" jsonb, payload json,
      changes json, inverse json)
  ),
  audited AS (
    INSERT INTO audit_row (store_id, id, at, actor_kind, actor_id, command, key, outcome, code, entity_id, payload, changes, request_id, cause,
      inverse, bytes)
    SELECT $1, "auditId", $5, $6, $7, $8, key, outcome, code, "entityIds" ->> 0, payload, changes, $9, $10, inverse,
      coalesce(octet_length(payload::text), 0) + octet_length(changes::text) + coalesce(octet_length(inverse::text), 0)
    FROM trace RETURNING id
  ),
  named AS (
    INSERT INTO audit_entity (store_id, entity_id, audit_id)
    SELECT $1, entity_id, "auditId" FROM trace CROSS JOIN LATERAL jsonb_array_elements_text("entityIds") AS entity_id RETURNING audit_id
  ),
  ${bumped('$11')},
  moved AS (
    INSERT INTO audit_generation (store_id, audit_id, generation)
    SELECT $1, "auditId", generation FROM bumped CROSS JOIN trace WHERE code IS NULL
  ),
  outcomes AS (
    INSERT INTO command_outcome (store_id, key, fingerprint, status, body, generation, audit_id)
    SELECT $1, key, fingerprint, status, body, (SELECT generation FROM bumped), "auditId" FROM trace
  )
  SELECT generation FROM bumped`;

export const newAuditId = (): string => newId('aud');

/** Adds the cause of a row to its ids, so that a proposal or an import finds all that it did. */
const foundBy = (entityIds: readonly string[], cause: Trace['cause']): readonly string[] =>
  cause ? [...new Set([...entityIds, ...idsIn(cause)])] : entityIds;

/** @returns the storefront generation after a bump, or null when it did not move */
export async function writeTrace(tx: Transaction, trace: Trace, bump: Bump, now: Date): Promise<number | null> {
  const { principal } = trace;
  const entityIds = foundBy(trace.entityIds, trace.cause);
  const texts = {
    payload: JSON.stringify(trace.payload ?? null),
    changes: JSON.stringify(trace.changes),
    inverse: trace.inverse ? JSON.stringify(trace.inverse) : null,
  };
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
    trace.outcome,
    trace.code,
    entityIds[0] ?? null,
    texts.payload,
    texts.changes,
    trace.requestId,
    trace.cause ? JSON.stringify(trace.cause) : null,
    texts.inverse,
    Buffer.byteLength(texts.payload) + Buffer.byteLength(texts.changes) + Buffer.byteLength(texts.inverse ?? ''),
    JSON.stringify(entityIds),
    trace.holdsCredential === true && principal.kind !== 'system',
    principal.session ?? null,
  ]);
  return rows[0]?.generation ?? null;
}

type BatchTrace = Pick<
  Trace,
  'auditId' | 'key' | 'fingerprint' | 'status' | 'body' | 'code' | 'entityIds' | 'payload' | 'changes' | 'inverse'
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
    JSON.stringify(
      traces.map((trace) => ({
        ...trace,
        entityIds: foundBy(trace.entityIds, shared.cause),
        outcome: trace.code ? 'refused' : 'done',
      })),
    ),
    now,
    shared.principal.kind,
    shared.principal.id,
    shared.command,
    shared.requestId,
    shared.cause ? JSON.stringify(shared.cause) : null,
    traces[0]?.auditId,
  ]);
  return rows[0]?.generation ?? null;
}

/** @returns the audit row of the first call of the command that changed the thing; undefined: none is kept any more */
export async function auditIdOf(
  tx: Transaction,
  storeId: string,
  entityId: string,
  command: string,
): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string }>(
    `SELECT a.id FROM audit_entity e JOIN audit_row a ON a.store_id = e.store_id AND a.id = e.audit_id
     WHERE e.store_id = $1 AND e.entity_id = $2 AND a.command = $3 AND a.outcome = 'done' ORDER BY e.audit_id LIMIT 1`,
    [storeId, entityId, command],
  );
  return row?.id;
}
