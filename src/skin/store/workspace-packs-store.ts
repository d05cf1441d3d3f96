import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { insertsOf } from '../../kernel/table/table-store';
import type { Pack } from '../pack/pack';
import { workspacePack } from './table';

/** Packs that a workspace tries at a time; the oldest that its draft does not wear makes room. */
const PACKS_MAX = 20;
/** A pack that no body of a design names is kept this long, as such a body is. */
const KEPT_DAYS = 32;

/** A pack that a workspace tries, without its text. */
export interface TriedPack {
  readonly key: string;
  readonly version: string;
  readonly hash: string;
}

const { insert } = insertsOf(workspacePack);
const KEEP = `${insert} ON CONFLICT (store_id, hash, workspace_id) DO UPDATE SET pushed_at = EXCLUDED.pushed_at`;

const MAKE_ROOM = `
  DELETE FROM workspace_pack p WHERE p.store_id = $1 AND p.workspace_id = $2 AND p.hash IN (
    SELECT old.hash FROM workspace_pack old WHERE old.store_id = $1 AND old.workspace_id = $2
    ORDER BY old.pushed_at DESC, old.hash OFFSET ${PACKS_MAX})
  AND NOT EXISTS (
    SELECT FROM design_draft d JOIN design_body b ON b.store_id = $1 AND b.hash = d.hash
    WHERE d.store_id = $1 AND d.workspace = $2 AND position(p.hash IN b.text) > 0)`;

/** Keeps a pack for a workspace that tries it, beside what the store has. */
export function keepTried(
  tx: Transaction,
  storeId: string,
  workspaceId: string,
  pack: TriedPack & { readonly text: string },
  at: Date,
): void {
  tx.send(KEEP, [storeId, ...workspacePack.values({ ...pack, workspaceId, pushedAt: at.toISOString() })]);
  tx.send(MAKE_ROOM, [storeId, workspaceId]);
}

const TRIED = `
  SELECT key, version, hash FROM workspace_pack WHERE store_id = $1 AND workspace_id = $2
  ORDER BY pushed_at DESC, hash`;

/** Packs that a workspace tries, the last one first. */
export const triedPacks = (db: Queryable, storeId: string, workspaceId: string): Promise<TriedPack[]> =>
  db.query<TriedPack>(TRIED, [storeId, workspaceId]);

/** Finds packs whichever workspace tries them, for whoever decides on a proposal. */
export const ANY_WORKSPACE = '*';

const TEXT = `
  SELECT text FROM workspace_pack
  WHERE store_id = $1 AND key = $2 AND version = $3 AND ($4::text IS NULL OR hash = $4)
    AND ($5 = '${ANY_WORKSPACE}' OR workspace_id = $5)
  ORDER BY pushed_at DESC LIMIT 1`;

/** @param workspaceId a workspace, or {@link ANY_WORKSPACE} @param hash left out: that of the pack which was pushed last */
export async function findTried(
  db: Queryable,
  storeId: string,
  workspaceId: string,
  { key, version, hash }: Pick<TriedPack, 'key' | 'version'> & { readonly hash?: string | undefined },
): Promise<Pack | undefined> {
  const [row] = await db.query<{ readonly text: string }>(TEXT, [storeId, key, version, hash ?? null, workspaceId]);
  return row && (JSON.parse(row.text) as Pack);
}

const FORGET = `
  DELETE FROM workspace_pack p WHERE p.store_id = $1 AND (
    EXISTS (SELECT FROM theme_pack own WHERE own.store_id = $1 AND own.key = p.key AND own.version = p.version AND own.hash = p.hash)
    OR p.pushed_at < now() - make_interval(days => ${KEPT_DAYS})
      AND NOT EXISTS (SELECT FROM design_body b WHERE b.store_id = $1 AND position(p.hash IN b.text) > 0))`;

/** Forgets packs that the store has by now, and old ones that no body of a design names. */
export async function forgetTried(db: Queryable, storeId: string): Promise<void> {
  await db.query(FORGET, [storeId]);
}
