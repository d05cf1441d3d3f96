import type { Queryable } from '../../kernel/database/queryable';

/** Finds applied items of bulk acts, newest first. Items of an agent may build on each other, and are taken back one by one. */
export async function appliedItems(
  db: Queryable,
  storeId: string,
  proposalIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await db.query<{ readonly id: string }>(
    `SELECT i.id FROM proposal_item i JOIN proposal p ON p.store_id = $1 AND p.id = i.proposal_id
     WHERE i.store_id = $1 AND i.proposal_id = ANY($2) AND p.owner_id IS NOT NULL AND i.state = 'applied'
     ORDER BY i.proposal_id DESC, i.seq DESC LIMIT $3`,
    [storeId, proposalIds, limit],
  );
  return rows.map(({ id }) => id);
}

interface AppliedItem {
  readonly id: string;
  readonly auditId: string;
}

/** Finds the audit rows of applied items. */
export const auditIdsOf = (db: Queryable, storeId: string, itemIds: readonly string[]): Promise<AppliedItem[]> =>
  db.query<AppliedItem>(
    `SELECT id, audit_id AS "auditId" FROM proposal_item WHERE store_id = $1 AND id = ANY($2) AND audit_id IS NOT NULL`,
    [storeId, itemIds],
  );
