import type { Queryable } from '../../kernel/database/queryable';
import type { Principal, TokenLimits } from '../../kernel/declaration/principal';
import type { Scope } from '../../kernel/declaration/scopes';
import type { TokenKind } from '../token/secret';
import type { Pass } from './pass';

/** The token that the bearer of a pass acts as. All of it is null where the pass names none. */
export interface Standing {
  readonly workspaceKind: TokenKind;
  readonly tokenId: string | null;
  readonly scopes: readonly Scope[] | null;
  readonly limits: TokenLimits | null;
}

const FIND = `
  SELECT w.kind AS "workspaceKind", k.id AS "tokenId", k.scopes, k.limits FROM workspace w
  JOIN workspace_sandbox s ON s.store_id = w.store_id AND s.workspace_id = w.id
  LEFT JOIN access_token k ON k.store_id = w.store_id AND k.id = $4 AND k.revoked_at IS NULL AND k.expires_at > now()
  WHERE w.store_id = $1 AND w.id = $2 AND s.epoch = $3
    AND w.archived_at IS NULL AND s.wanted IS NULL AND s.state <> 'archived' AND ($4::text IS NULL OR k.id IS NOT NULL)`;

/** @returns undefined when the pass has ended: with its token, its workspace, or the life of the files */
export async function findStanding(
  db: Queryable,
  { storeId, workspaceId, epoch, tokenId }: Omit<Pass, 'until'>,
): Promise<Standing | undefined> {
  return (await db.query<Standing>(FIND, [storeId, workspaceId, epoch, tokenId]))[0];
}

const AGENT = `
  SELECT w.kind AS "workspaceKind", (
    SELECT max(k.id) FROM access_token k
    WHERE k.store_id = w.store_id AND k.workspace_id = w.id AND k.kind = 'agent' AND k.revoked_at IS NULL AND k.expires_at > now()
  ) AS "tokenId"
  FROM workspace w WHERE w.store_id = $1 AND w.id = $2`;

/** Answers whose workspace it is, and the token that its agent was given last, of those that live. */
export async function agentOf(
  db: Queryable,
  storeId: string,
  workspaceId: string,
): Promise<Pick<Standing, 'workspaceKind' | 'tokenId'> | undefined> {
  return (await db.query<Pick<Standing, 'workspaceKind' | 'tokenId'>>(AGENT, [storeId, workspaceId]))[0];
}

const LIVES = 'SELECT credential_lives($1, $2, $3, $4) AS lives';

/** Asks whether the token or the session of a caller still lives. */
export async function credentialLives(db: Queryable, { storeId, kind, id, session }: Principal): Promise<boolean> {
  const [row] = await db.query<{ lives: boolean }>(LIVES, [storeId, kind, id, session ?? null]);
  return row?.lives ?? false;
}
