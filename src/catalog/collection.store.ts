import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import type { CollectionRow } from './collection.view';
import { refuseDrift } from './product.store';

const COLUMNS = `id, rev, status, title, handle, description, product_count AS "productCount", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

export function insertCollection(tx: Transaction, storeId: string, collection: CollectionRow): void {
  const { id, title, handle, description, createdAt } = collection;
  tx.send(
    `INSERT INTO catalog_collection (store_id, id, title, handle, description, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)`,
    [storeId, id, title, handle, description, createdAt],
  );
}

/** @throws {Refusal} not_found */
export async function getCollection(db: Queryable, storeId: string, collectionId: string): Promise<CollectionRow> {
  const [row] = await db.query<CollectionRow>(
    `SELECT ${COLUMNS} FROM catalog_collection WHERE store_id = $1 AND id = $2`,
    [storeId, collectionId],
  );
  return row ?? refuse('not_found', 'There is no such collection.');
}

const MEMBERS = `
  SELECT product_id AS id FROM catalog_collection_product WHERE store_id = $1 AND collection_id = $2 ORDER BY position, product_id`;

export async function collectionMembers(db: Queryable, storeId: string, collectionId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(MEMBERS, [storeId, collectionId]);
  return rows.map(({ id }) => id);
}

const SAVE = `
  UPDATE catalog_collection
  SET rev = rev + 1, title = $4, handle = $5, description = $6, status = $7, product_count = $8, updated_at = $9
  WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING ${COLUMNS}`;

/** @throws {Refusal} rev_conflict when somebody wrote since it was read */
export async function saveCollection(
  tx: Transaction,
  storeId: string,
  collection: CollectionRow,
  now: Date,
): Promise<CollectionRow> {
  const { id, rev, title, handle, description, status, productCount } = collection;
  const [row] = await tx.query<CollectionRow>(SAVE, [
    storeId,
    id,
    rev,
    title,
    handle,
    description,
    status,
    productCount,
    now,
  ]);
  return row ?? refuseDrift(tx, storeId, 'catalog_collection', collection);
}

/** @returns those of the ids that are products of the store, archived ones included */
export async function knownProducts(db: Queryable, storeId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>('SELECT id FROM catalog_product WHERE store_id = $1 AND id = ANY($2)', [
    storeId,
    ids,
  ]);
  return new Set(rows.map(({ id }) => id));
}

const REPLACE_MEMBERS = `
  WITH wanted AS (
    SELECT product_id, place::int - 1 AS position FROM unnest($3::text[]) WITH ORDINALITY AS row(product_id, place)
  ), gone AS (
    DELETE FROM catalog_collection_product WHERE store_id = $1 AND collection_id = $2 AND product_id <> ALL ($3::text[])
  )
  INSERT INTO catalog_collection_product AS member (store_id, collection_id, product_id, position)
  SELECT $1, $2, product_id, position FROM wanted
  ON CONFLICT (store_id, collection_id, product_id) DO UPDATE SET position = excluded.position
  WHERE member.position <> excluded.position`;

/** Sends the members in the order given; whatever else was a member is none any more. */
export function replaceMembers(
  tx: Transaction,
  storeId: string,
  collectionId: string,
  productIds: readonly string[],
): void {
  tx.send(REPLACE_MEMBERS, [storeId, collectionId, productIds]);
}

const LIST = `
  SELECT ${COLUMNS} FROM catalog_collection
  WHERE store_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::text IS NULL OR id < $3) ORDER BY id DESC LIMIT $4`;

/** Newest first. @param status null: all @param before id of the last row of the page before */
export function listCollections(
  db: Queryable,
  storeId: string,
  status: string | null,
  before: string | null,
  limit: number,
): Promise<CollectionRow[]> {
  return db.query<CollectionRow>(LIST, [storeId, status, before, limit]);
}
