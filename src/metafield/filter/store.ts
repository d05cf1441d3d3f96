import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import { type DefinitionRow, definition } from '../definition/aggregate';
import type { Bounds } from './bounds';
import { type IndexedRow, indexed } from './table';

const FORGET = 'DELETE FROM metafield_index WHERE store_id = $1 AND owner_id = $2 AND definition_id = $3';
const INSERT = insertAllInto(indexed);

/** Sends what a field of a product is found by from now on. @param rows none: the field has no value */
export function indexField(
  tx: Transaction,
  storeId: string,
  ownerId: string,
  definitionId: string,
  rows: readonly IndexedRow[],
): void {
  tx.send(FORGET, [storeId, ownerId, definitionId]);
  if (rows.length > 0) tx.send(INSERT, [storeId, rowsAsJson(rows, indexed.stated)]);
}

const FORGET_ALL = `
  DELETE FROM metafield_index WHERE store_id = $1 AND definition_id = $2 AND owner_id = ANY($3)`;

/** Sends that the field of these things is found no more. */
export function forgetField(tx: Transaction, storeId: string, definitionId: string, ownerIds: readonly string[]): void {
  if (ownerIds.length > 0) tx.send(FORGET_ALL, [storeId, definitionId, ownerIds]);
}

const FIND_NAMED = `
  SELECT ${definition.select('d')} FROM metafield_definition d
  WHERE d.store_id = $1 AND d.target = 'product' AND d.key = ANY($2)`;

/** Fields of products by their keys. */
export const fieldsNamed = (db: Queryable, storeId: string, keys: readonly string[]): Promise<DefinitionRow[]> =>
  db.query<DefinitionRow>(FIND_NAMED, [storeId, keys]);

const COUNT: Readonly<Record<Bounds['kind'], string>> = {
  text: `SELECT count(*)::int AS count FROM (
    SELECT FROM metafield_index WHERE store_id = $1 AND definition_id = $2 AND text BETWEEN $3 AND $4 LIMIT $5) found`,
  number: `SELECT count(*)::int AS count FROM (
    SELECT FROM metafield_index WHERE store_id = $1 AND definition_id = $2 AND number BETWEEN $3 AND $4 LIMIT $5) found`,
};

/** Counts the values within bounds. @param countMax the count ends there */
export async function countWithin(
  db: Queryable,
  storeId: string,
  { kind, definitionId, least, most }: Bounds,
  countMax: number,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(COUNT[kind], [storeId, definitionId, least, most, countMax]);
  return row?.count ?? 0;
}
