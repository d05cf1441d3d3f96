import type { Queryable } from '../kernel/database/queryable';
import { leastId } from '../kernel/ids';
import type { AuditRow } from './store';

/** The act that changed a thing at a moment. */
export interface ActOn extends Pick<AuditRow, 'at' | 'actorKind' | 'actorId' | 'command'> {
  /** The identifier of the thing. */
  readonly entityId: string;
  /** The proposal that the act has applied; null: it was none. */
  readonly proposalId: string | null;
}

/** A row's id is minted in the transaction that began at its time. */
const TRANSACTION_MS_MAX = 3_600_000;

const ACTS = `
  SELECT e.entity_id AS "entityId", a.at, a.actor_kind AS "actorKind", a.actor_id AS "actorId", a.command,
    a.cause ->> 'proposalId' AS "proposalId"
  FROM audit_entity e JOIN audit_row a ON a.store_id = $1 AND a.id = e.audit_id
  WHERE e.store_id = $1 AND e.entity_id = ANY ($2) AND e.audit_id >= $3 AND e.audit_id < $4
    AND a.outcome = 'done' AND a.at = ANY ($5::timestamptz[])`;

/**
 * Reads the acts that changed things at the given moments.
 * @param moments as ISO 8601, as rows that the acts have written have them
 */
export async function actsAt(
  db: Queryable,
  storeId: string,
  entityIds: readonly string[],
  moments: readonly string[],
): Promise<ActOn[]> {
  if (moments.length === 0) return [];
  const times = moments.map((moment) => Date.parse(moment));
  const [from, until] = [Math.min(...times), Math.max(...times) + TRANSACTION_MS_MAX];
  return db.query<ActOn>(ACTS, [storeId, entityIds, leastId('aud', from), leastId('aud', until), moments]);
}
