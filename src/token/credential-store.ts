import type { Queryable } from '../kernel/database/queryable';
import type { TokenLimits } from '../kernel/declaration/principal';
import type { Scope } from '../kernel/declaration/scopes';

export interface FoundToken {
  readonly digest: Buffer;
  readonly id: string;
  readonly storeId: string;
  readonly kind: 'agent' | 'developer';
  readonly scopes: Scope[];
  readonly workspaceId: string | null;
  readonly expiresAt: string;
  readonly limits: TokenLimits | null;
}

const FIND = `
  SELECT digest, id, store_id AS "storeId", kind, scopes, workspace_id AS "workspaceId", expires_at AS "expiresAt", limits
  FROM find_tokens($1)`;

/** Finds the live tokens with these digests, in all stores. */
export const findTokens = (system: Queryable, digests: readonly Buffer[]): Promise<FoundToken[]> =>
  system.query<FoundToken>(FIND, [digests]);

/** Notes that the tokens were used now. */
export async function noteUses(system: Queryable, tokenIds: readonly string[]): Promise<void> {
  await system.query('SELECT touch_tokens($1, now())', [tokenIds]);
}
