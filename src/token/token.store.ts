import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { TokenRow } from './token.view';

const COLUMNS = `id, kind, label, scopes, workspace_id AS "workspaceId", limits, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", used_at AS "lastUsedAt"`;

export interface NewToken extends Omit<TokenRow, 'revokedAt' | 'lastUsedAt'> {
  readonly digest: Buffer;
  readonly createdBy: string;
}

export async function insertToken(tx: Transaction, storeId: string, token: NewToken): Promise<void> {
  await tx.query(
    `INSERT INTO access_token (store_id, id, digest, kind, label, scopes, workspace_id, limits, created_by, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      storeId,
      token.id,
      token.digest,
      token.kind,
      token.label,
      token.scopes,
      token.workspaceId,
      token.limits && JSON.stringify(token.limits),
      token.createdBy,
      token.createdAt,
      token.expiresAt,
    ],
  );
}

/** The row, locked: a token is revoked once. */
export async function lockToken(tx: Transaction, storeId: string, tokenId: string): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(
    `SELECT ${COLUMNS} FROM access_token WHERE store_id = $1 AND id = $2 FOR UPDATE`,
    [storeId, tokenId],
  );
  return row ?? refuse('not_found', 'There is no such token.');
}

/** Its open proposal goes with it (spec §3); one that was submitted stays for the owner to decide. */
export async function revokeToken(tx: Transaction, storeId: string, tokenId: string, at: Date): Promise<void> {
  tx.send(
    `UPDATE proposal SET state = 'withdrawn', finished_at = $3, reason = 'token revoked', rev = rev + 1
     WHERE store_id = $1 AND token_id = $2 AND state = 'open'`,
    [storeId, tokenId, at],
  );
  await tx.query('UPDATE access_token SET revoked_at = $3 WHERE store_id = $1 AND id = $2', [storeId, tokenId, at]);
}

export function listTokens(db: Queryable, storeId: string, before: string | null, limit: number): Promise<TokenRow[]> {
  return db.query<TokenRow>(
    `SELECT ${COLUMNS} FROM access_token WHERE store_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [storeId, before, limit],
  );
}

export async function tokenExpiryDays(tx: Queryable, storeId: string): Promise<number> {
  const [store] = await tx.query<{ days: number }>(
    'SELECT token_default_expiry_days AS days FROM store WHERE id = $1',
    [storeId],
  );
  return store?.days ?? 90;
}

/** An agent works in one workspace. A token that names none gets one of its own. */
export async function bindWorkspace(
  tx: Transaction,
  storeId: string,
  workspace: { id: string; named: boolean; name: string },
): Promise<void> {
  if (workspace.named) {
    const found = await tx.query('SELECT 1 FROM workspace WHERE store_id = $1 AND id = $2 AND archived_at IS NULL', [
      storeId,
      workspace.id,
    ]);
    if (found.length === 0) refuse('not_found', 'There is no such workspace.');
    return;
  }
  await tx.query(`INSERT INTO workspace (store_id, id, kind, name) VALUES ($1, $2, 'agent', $3)`, [
    storeId,
    workspace.id,
    workspace.name,
  ]);
}
