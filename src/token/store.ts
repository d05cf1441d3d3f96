import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { Titled } from '../kernel/references';
import type { TokenRow } from './view';

const COLUMNS = `id, kind, label, scopes, workspace_id AS "workspaceId", limits, created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", used_at AS "lastUsedAt", expires_at <= now() AS expired`;

export interface NewToken extends Omit<TokenRow, 'revokedAt' | 'lastUsedAt' | 'expired'> {
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

/** The row, locked: a token is revoked once. What refers to it meanwhile, an item under way, is not waited for. */
export async function lockToken(tx: Transaction, storeId: string, tokenId: string): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(
    `SELECT ${COLUMNS} FROM access_token WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [storeId, tokenId],
  );
  return row ?? refuse('not_found', 'There is no such token.');
}

/**
 * Its open proposal goes with it (spec §3); one that was submitted stays for the owner to decide.
 * @returns ids of the proposals that were withdrawn
 */
export async function revokeToken(tx: Transaction, storeId: string, tokenId: string, at: Date): Promise<string[]> {
  tx.send('UPDATE access_token SET revoked_at = $3 WHERE store_id = $1 AND id = $2', [storeId, tokenId, at]);
  const withdrawn = await tx.query<{ id: string }>(
    `UPDATE proposal SET state = 'withdrawn', finished_at = $3, reason = 'token revoked', rev = rev + 1
     WHERE store_id = $1 AND token_id = $2 AND state = 'open' RETURNING id`,
    [storeId, tokenId, at],
  );
  return withdrawn.map(({ id }) => id);
}

/**
 * Revokes all tokens of a workspace. Their proposals stay: what was submitted is still the owner's to decide.
 * @returns ids of those that lived
 */
export async function revokeTokensOf(
  tx: Transaction,
  storeId: string,
  workspaceId: string,
  at: Date,
): Promise<string[]> {
  const revoked = await tx.query<{ id: string }>(
    'UPDATE access_token SET revoked_at = $3 WHERE store_id = $1 AND workspace_id = $2 AND revoked_at IS NULL RETURNING id',
    [storeId, workspaceId, at],
  );
  return revoked.map(({ id }) => id);
}

export function listTokens(db: Queryable, storeId: string, before: string | null, limit: number): Promise<TokenRow[]> {
  return db.query<TokenRow>(
    `SELECT ${COLUMNS} FROM access_token WHERE store_id = $1 AND ($2::text IS NULL OR id < $2) ORDER BY id DESC LIMIT $3`,
    [storeId, before, limit],
  );
}

const TITLES = 'SELECT id, label AS title FROM access_token WHERE store_id = $1 AND id = ANY($2)';

/** Looks up what tokens are called, revoked ones too. */
export const tokenTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

interface StoreSummary {
  readonly id: string;
  readonly name: string;
  readonly generation: number;
}

/** The store that a credential belongs to. */
export async function storeOf(db: Queryable, storeId: string): Promise<StoreSummary> {
  const [store] = await db.query<StoreSummary>('SELECT id, name, generation FROM store WHERE id = $1', [storeId]);
  return store as StoreSummary;
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
    const [found] = await tx.query<{ kind: 'agent' | 'developer' }>(
      // Held: whoever archives it next finds the token and revokes it.
      'SELECT kind FROM workspace WHERE store_id = $1 AND id = $2 AND archived_at IS NULL FOR SHARE',
      [storeId, workspace.id],
    );
    if (!found) refuse('not_found', 'There is no such workspace.');
    if (found.kind !== 'agent') {
      const message = 'names the workspace of a developer: an agent works in one for agents';
      refuse('invalid_request', `/workspaceId ${message}`, { errors: [{ pointer: '/workspaceId', message }] });
    }
    return;
  }
  await tx.query(`INSERT INTO workspace (store_id, id, kind, name) VALUES ($1, $2, 'agent', $3)`, [
    storeId,
    workspace.id,
    workspace.name,
  ]);
}
