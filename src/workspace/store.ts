import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { Titled } from '../kernel/references';
import { type WorkspaceRow, workspace } from './table';

const INSERT = `
  INSERT INTO workspace (store_id, ${workspace.inserted})
  SELECT $1, ${workspace.given('new')} FROM json_to_record($2::json) AS new(${workspace.record})`;

export function insertWorkspace(tx: Transaction, storeId: string, row: WorkspaceRow): void {
  tx.send(INSERT, [storeId, JSON.stringify(row)]);
}

export async function lockWorkspace(tx: Transaction, storeId: string, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await tx.query<WorkspaceRow>(
    `SELECT ${workspace.select()} FROM workspace WHERE store_id = $1 AND id = $2 FOR UPDATE`,
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
    `SELECT ${workspace.select()} FROM workspace WHERE store_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`,
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
