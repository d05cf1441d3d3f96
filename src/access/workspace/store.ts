import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { type WorkspaceRow, workspace } from './table';

export const { insert: insertWorkspace } = insertsInto(workspace);

const FIND = `SELECT ${workspace.select()} FROM workspace WHERE store_id = $1 AND id = $2`;
const LOCK = `${FIND} FOR UPDATE`;

export async function lockWorkspace(tx: Transaction, storeId: string, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await tx.query<WorkspaceRow>(LOCK, [storeId, workspaceId]);
  return row ?? refuse('not_found', 'There is no such workspace.');
}

/** @throws {Refusal} not_found */
export async function findWorkspace(db: Queryable, storeId: string, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await db.query<WorkspaceRow>(FIND, [storeId, workspaceId]);
  return row ?? refuse('not_found', 'There is no such workspace.');
}

const HOLD = `${FIND} AND archived_at IS NULL FOR SHARE`;

/** Holds a workspace that is in use: the next archiving finds the things that were bound to it meanwhile. @throws {Refusal} not_found */
export async function holdWorkspace(tx: Transaction, storeId: string, workspaceId: string): Promise<WorkspaceRow> {
  const [row] = await tx.query<WorkspaceRow>(HOLD, [storeId, workspaceId]);
  return row ?? refuse('not_found', 'There is no such workspace.');
}

const ARCHIVE = 'UPDATE workspace SET archived_at = $3 WHERE store_id = $1 AND id = $2';

export function archiveWorkspace(tx: Transaction, storeId: string, workspaceId: string, at: Date): void {
  tx.send(ARCHIVE, [storeId, workspaceId, at]);
}

const LIST = `
  SELECT ${workspace.select()} FROM workspace
  WHERE store_id = $1 AND ($2::text IS NULL OR id > $2) ORDER BY id LIMIT $3`;

/** Lists the workspaces of a store, oldest first. @param after id of the last row of the page before */
export const listWorkspaces = (
  db: Queryable,
  storeId: string,
  after: string | null,
  limit: number,
): Promise<WorkspaceRow[]> => db.query<WorkspaceRow>(LIST, [storeId, after, limit]);

const TITLES = 'SELECT id, name AS title FROM workspace WHERE store_id = $1 AND id = ANY($2)';

/** Looks up what workspaces are called, archived ones too. */
export const workspaceTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
