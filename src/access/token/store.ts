import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { token } from './table';
import type { TokenRow } from './view';

export const { insert: insertToken } = insertsInto(token);

const SELECT = `
  SELECT ${token.selectAnswer('k')}, k.used_at AS "lastUsedAt", k.expires_at <= now() AS expired
  FROM access_token k WHERE k.store_id = $1`;

const LOCK = `${SELECT} AND k.id = $2 FOR NO KEY UPDATE`;

/** Locks a token and reads its row: it is revoked once. Work that refers to it meanwhile, an item under way, is not waited for. */
export async function lockToken(tx: Transaction, storeId: string, tokenId: string): Promise<TokenRow> {
  const [row] = await tx.query<TokenRow>(LOCK, [storeId, tokenId]);
  return row ?? refuse('not_found', 'There is no such token.');
}

const REVOKE = 'UPDATE access_token SET revoked_at = $3 WHERE store_id = $1 AND id = $2';

type Revoking = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'tokensEnd'>;

export function revokeToken({ tx, storeId, now, tokensEnd }: Revoking, tokenId: string): void {
  tokensEnd();
  tx.send(REVOKE, [storeId, tokenId, now]);
}

const REVOKE_ALL = `
  UPDATE access_token SET revoked_at = $3 WHERE store_id = $1 AND workspace_id = $2 AND revoked_at IS NULL RETURNING id`;

/**
 * Revokes all tokens of a workspace. Their proposals stay: what was submitted is still the owner's to decide.
 * @returns ids of those that lived
 */
export async function revokeTokensOf(
  { tx, storeId, now, tokensEnd }: Revoking,
  workspaceId: string,
): Promise<string[]> {
  tokensEnd();
  const revoked = await tx.query<{ id: string }>(REVOKE_ALL, [storeId, workspaceId, now]);
  return revoked.map(({ id }) => id);
}

const LIST = `${SELECT} AND ($2::text IS NULL OR k.id < $2) ORDER BY k.id DESC LIMIT $3`;

/** Lists the tokens of a store, newest first. @param before id of the last row of the page before */
export const listTokens = (db: Queryable, storeId: string, before: string | null, limit: number): Promise<TokenRow[]> =>
  db.query<TokenRow>(LIST, [storeId, before, limit]);

const TITLES = 'SELECT id, label AS title FROM access_token WHERE store_id = $1 AND id = ANY($2)';

/** Looks up what tokens are called, revoked ones too. */
export const tokenTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
