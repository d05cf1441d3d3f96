import type { Queryable } from '../../kernel/database/queryable';

const TAGS = 'SELECT id, tags FROM catalog_product WHERE store_id = $1 AND id = ANY($2)';

/** Reads the tags of products by their identifiers. A product that is not there is missing. */
export async function tagsOf(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.query<{ id: string; tags: readonly string[] }>(TAGS, [storeId, ids]);
  return new Map(rows.map(({ id, tags }) => [id, tags]));
}
