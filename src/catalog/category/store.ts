import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { New } from '../../kernel/table/table';
import { insertAllInto, rowsAsJson, touchWritten } from '../../kernel/table/table-store';
import { type CategoryRow, category, POSITION_MAX } from './aggregate';

export const { get: getCategory, change: changeCategory } = storeOf(category);

const BEHIND = `(SELECT max(position) + 1 FROM catalog_category WHERE store_id = $1 AND status = 'active')`;

const INSERT = `
  ${insertAllInto(category, { position: `least(coalesce(row.position, ${BEHIND}, 0), ${POSITION_MAX})` })}
  RETURNING ${category.select()}`;

/** @param row a null position puts it behind the others */
export async function insertCategory(
  tx: Transaction,
  storeId: string,
  row: Omit<New<typeof category>, 'position'> & { readonly position: number | null },
  now: Date,
): Promise<CategoryRow> {
  touchWritten(tx, category, null, row, row.position === null ? 'claims' : 'writes');
  const [inserted] = await tx.query<CategoryRow>(INSERT, [storeId, rowsAsJson([row], category.stated), now]);
  return inserted as CategoryRow;
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
  SELECT ${category.select()} FROM catalog_category
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

const LOWEST_CAP = `
  SELECT least($3, min(taksit_cap)) AS cap FROM catalog_category WHERE store_id = $1 AND id = ANY ($2)`;

/** In how many instalments goods of all these categories may be paid. @param most where none of them says so */
export async function lowestCap(db: Queryable, storeId: string, ids: readonly string[], most: number): Promise<number> {
  const [row] = await db.query<{ cap: number }>(LOWEST_CAP, [storeId, [...new Set(ids)], most]);
  return row?.cap ?? most;
}
