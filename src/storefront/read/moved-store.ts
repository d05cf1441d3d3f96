import type { Queryable } from '../../kernel/database/queryable';
import type { PagePlace } from './place';

/** Kinds of pages whose addresses are of names that change. */
const MOVING: ReadonlySet<PagePlace['kind']> = new Set(['product', 'collection', 'page']);

/** The thing that had an address last. */
interface Moved {
  readonly id: string;
  /** Its key in the projection; null: it is not shown, or is a page of the design. */
  readonly key: string | null;
}

const FIND = `
  SELECT m.thing_id AS id, (SELECT k.key FROM storefront_kv k WHERE k.store_id = $1 AND k.thing_id = m.thing_id) AS key
  FROM storefront_moved m WHERE m.store_id = $1 AND m.key = $2`;

/** Finds what was at a place before. @returns undefined: nothing ever was, as far as is known */
export async function findMoved(db: Queryable, storeId: string, { kind, name }: PagePlace): Promise<Moved | undefined> {
  if (!MOVING.has(kind)) return undefined;
  const [moved] = await db.query<Moved>(FIND, [storeId, `${kind}:${name}`]);
  return moved;
}
