import type { Queryable, Transaction } from '../kernel/database';
import { refuse } from '../kernel/errors';
import { type CategoryRow, POSITION_MAX } from './category.view';
import { refuseDrift } from './product.store';

const COLUMNS = `id, rev, status, name, taksit_cap AS "taksitCap", position, created_at AS "createdAt", updated_at AS "updatedAt"`;

const INSERT = `
  INSERT INTO catalog_category (store_id, id, name, taksit_cap, position, created_at, updated_at)
  VALUES ($1, $2, $3, $4,
    least(coalesce($5, (SELECT max(position) + 1 FROM catalog_category WHERE store_id = $1 AND status = 'active'), 0), ${POSITION_MAX}), $6, $6)
  RETURNING ${COLUMNS}`;

/** @param category a null position puts it behind the others */
export async function insertCategory(
  tx: Transaction,
  storeId: string,
  category: { id: string; name: string; taksitCap: number | null; position: number | null },
  now: Date,
): Promise<CategoryRow> {
  const { id, name, taksitCap, position } = category;
  const [row] = await tx.query<CategoryRow>(INSERT, [storeId, id, name, taksitCap, position, now]);
  return row as CategoryRow;
}

/** @throws {Refusal} not_found */
export async function getCategory(db: Queryable, storeId: string, categoryId: string): Promise<CategoryRow> {
  const [row] = await db.query<CategoryRow>(`SELECT ${COLUMNS} FROM catalog_category WHERE store_id = $1 AND id = $2`, [
    storeId,
    categoryId,
  ]);
  return row ?? refuse('not_found', 'There is no such category.');
}

/** @returns the new rev @throws {Refusal} rev_conflict when somebody wrote since it was read */
export async function saveCategory(
  tx: Transaction,
  storeId: string,
  category: CategoryRow,
  now: Date,
): Promise<CategoryRow> {
  const { id, rev, name, taksitCap, position, status } = category;
  const [row] = await tx.query<CategoryRow>(
    `UPDATE catalog_category SET rev = rev + 1, name = $4, taksit_cap = $5, position = $6, status = $7, updated_at = $8
     WHERE store_id = $1 AND id = $2 AND rev = $3 RETURNING ${COLUMNS}`,
    [storeId, id, rev, name, taksitCap, position, status, now],
  );
  return row ?? refuseDrift(tx, storeId, 'catalog_category', category);
}

/** @returns those of the ids that products may be put into */
export async function activeCategories(db: Queryable, storeId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    `SELECT id FROM catalog_category WHERE store_id = $1 AND id = ANY($2) AND status = 'active'`,
    [storeId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

const LIST = `
  SELECT ${COLUMNS} FROM catalog_category
  WHERE store_id = $1 AND ($2::text IS NULL OR status = $2) AND ($3::int IS NULL OR (position, id) > ($3, $4))
  ORDER BY position, id LIMIT $5`;

/** @param status null: all @param after position and id of the last row of the page before */
export function listCategories(
  db: Queryable,
  storeId: string,
  status: string | null,
  after: readonly [number, string] | null,
  limit: number,
): Promise<CategoryRow[]> {
  return db.query<CategoryRow>(LIST, [storeId, status, after?.[0] ?? null, after?.[1] ?? null, limit]);
}
