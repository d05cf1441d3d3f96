import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { OR_OVERTAKEN, storeOf } from '../../kernel/table/aggregate-store';
import { insertFrom, insertsInto } from '../../kernel/table/table-store';
import { shownValuesOf } from '../../metafield/value/store';
import { type CollectionRow, collection, type ShownCollection } from './aggregate';
import { member } from './member/table';

export const { get: getCollection, change: changeCollection } = storeOf(collection);

export const { insert: insertCollection } = insertsInto(collection);

const MEMBERS = `
  SELECT product_id AS id FROM catalog_collection_product WHERE store_id = $1 AND collection_id = $2 ORDER BY position, product_id`;

export async function collectionMembers(db: Queryable, storeId: string, collectionId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(MEMBERS, [storeId, collectionId]);
  return rows.map(({ id }) => id);
}

const AMONG = `
  SELECT collection_id AS id, array_agg(product_id) AS products FROM catalog_collection_product
  WHERE store_id = $1 AND collection_id = ANY ($2) AND product_id = ANY ($3) GROUP BY collection_id`;

/** Finds which of these products collections have; one that has none of them is missing. */
export async function membersAmong(
  db: Queryable,
  storeId: string,
  collectionIds: readonly string[],
  productIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (collectionIds.length === 0) return new Map();
  const rows = await db.query<{ id: string; products: string[] }>(AMONG, [storeId, collectionIds, productIds]);
  return new Map(rows.map(({ id, products }) => [id, products]));
}

const REVS = 'SELECT id, rev FROM catalog_collection WHERE store_id = $1 AND id = ANY($2)';

/** Reads the revs of collections by their identifiers. One that is not there is missing. */
export async function collectionRevs(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ id: string; rev: number }>(REVS, [storeId, ids]);
  return new Map(rows.map(({ id, rev }) => [id, rev]));
}

const KNOWN = 'SELECT id, status FROM catalog_product WHERE store_id = $1 AND id = ANY($2)';

/** @returns the status of those of the ids that are products of the store */
export async function knownProducts(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<{ id: string; status: string }>(KNOWN, [storeId, ids]);
  return new Map(rows.map(({ id, status }) => [id, status]));
}

const REPLACE_MEMBERS = `
  WITH saved AS (
    UPDATE catalog_collection SET rev = rev + 1, product_count = cardinality($4::text[]), updated_at = $5
    WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING rev
  ), wanted AS (
    SELECT $2 AS "collectionId", "productId", place::int - 1 AS position
    FROM unnest($4::text[]) WITH ORDINALITY AS row("productId", place)
  ), gone AS (
    DELETE FROM catalog_collection_product WHERE store_id = $1 AND collection_id = $2 AND product_id <> ALL ($4::text[])
  ), placed AS (
    ${insertFrom(member, 'wanted', 'wanted')}
    ON CONFLICT (store_id, collection_id, product_id) DO UPDATE SET position = excluded.position
    WHERE catalog_collection_product.position <> excluded.position
  )
  ${OR_OVERTAKEN}`;

/**
 * Sends these as the members, in the order given; whatever else was a member is none any more. When somebody wrote since the collection
 * was read, the transaction fails with a Contention.
 * @returns the collection as it is now
 */
export function replaceMembers(
  tx: Transaction,
  storeId: string,
  before: CollectionRow,
  productIds: readonly string[],
  now: Date,
): CollectionRow {
  const { id, rev } = before;
  tx.send(REPLACE_MEMBERS, [storeId, id, rev, productIds, now]);
  return { ...before, rev: rev + 1, productCount: productIds.length, updatedAt: now.toISOString() };
}

const FILLED = shownValuesOf('catalog_collection.id');

const SHOWN = `
  SELECT ${collection.select('catalog_collection')}, ${FILLED.columns} FROM catalog_collection ${FILLED.joined}`;

const SHOW = `${SHOWN} WHERE store_id = $1 AND id = $2`;

/** With its custom fields, which no command on a collection reads. @throws {Refusal} not_found */
export async function showCollection(db: Queryable, storeId: string, collectionId: string): Promise<ShownCollection> {
  const [row] = await db.query<ShownCollection>(SHOW, [storeId, collectionId]);
  return row ?? refuse('not_found', 'There is no such collection.');
}

const LIST = `
  ${SHOWN}
  WHERE store_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR id < $3)
    AND ($5::text IS NULL OR title_words(title) LIKE ALL (ARRAY(
      SELECT '%' || word || '%' FROM regexp_split_to_table(title_words($5), ' ') AS word)))
  ORDER BY id DESC LIMIT $4`;

interface CollectionFilter {
  readonly status?: string | undefined;
  /** Words, or parts of words, all of which the title has. */
  readonly text?: string | undefined;
}

/** Lists the collections of a store, newest first. @param before id of the last row of the page before */
export function listCollections(
  db: Queryable,
  storeId: string,
  { status, text }: CollectionFilter,
  before: string | null,
  limit: number,
): Promise<ShownCollection[]> {
  return db.query<ShownCollection>(LIST, [storeId, status ?? null, before, limit, text ?? null]);
}
