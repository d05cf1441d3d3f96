import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { Titled } from '../kernel/references';
import type { WorkspaceRow } from './view';

const COLUMNS = 'id, kind, name, created_at AS "createdAt", archived_at AS "archivedAt"';

export async function insertWorkspace(tx: Transaction, storeId: string, row: WorkspaceRow): Promise<void> {
  await tx.query('INSERT INTO workspace (store_id, id, kind, name, created_at) VALUES ($1, $2, $3, $4, $5)', [
    storeId,
    row.id,
    row.kind,
    row.name,
    row.createdAt,
  ]);
}

export async function lockWorkspace(tx: Transaction, storeId: string, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await tx.query<WorkspaceRow>(
    `SELECT ${COLUMNS} FROM workspace WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [storeId, workspaceId],
  );
  return row ?? refuse('not_found', 'There is no such workspace.');
}

export function archiveWorkspace(tx: Transaction, storeId: string, workspaceId: string, at: Date): void {
  tx.send('UPDATE workspace SET archived_at = $3 WHERE store_id = $1 AND id = $2', [storeId, workspaceId, at]);
}

/** Oldest first. */
export function listWorkspaces(
  db: Queryable,
  storeId: string,
  after: string | null,
  limit: number,
): Promise<WorkspaceRow[]> {
  return db.query<WorkspaceRow>(
    `SELECT ${COLUMNS} FROM workspace WHERE store_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [storeId, after, limit],
  );
}

const TITLES = 'SELECT id, name AS title FROM workspace WHERE store_id = $1 AND id = ANY($2)';

/** Looks up what workspaces are called, archived ones too. */
export const workspaceTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

export async function storeSummary(db: Queryable, storeId: string): Promise<{ name: string; createdAt: string }> {
  const [row] = await db.query<{ name: string; createdAt: string }>(
    'SELECT name, created_at AS "createdAt" FROM store WHERE id = $1',
    [storeId],
  );
  return row as { name: string; createdAt: string };
}
