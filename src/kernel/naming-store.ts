import type { Queryable } from './database';
import { type Named, namingColumns } from './naming';

/** By the manner in which a column names stored bytes: what of `$2` it names, and perhaps more. */
const statements = {
  value: (table: string, column: string) =>
    `SELECT x.${column} AS object FROM ${table} x WHERE x.store_id = $1 AND x.${column} = ANY ($2)`,
  list: (table: string, column: string) =>
    `SELECT unnest(x.${column}) AS object FROM ${table} x
     WHERE x.store_id = $1 AND x.${column} <> '{}' AND x.${column} && $2`,
  document: (table: string, column: string) =>
    `SELECT text #>> '{}' AS object FROM ${table} x
       CROSS JOIN LATERAL jsonb_path_query(x.${column}, 'strict $.** ? (@.type() == "string")') AS text
     WHERE x.store_id = $1 AND text #>> '{}' = ANY ($2)`,
};

/** The statements that ask one table, one for each column that names stored bytes. */
export const namingStatements = ({ table, columns }: Named): string[] =>
  namingColumns(columns).map(({ column, manner }) => statements[manner](table, column));

/**
 * Asks every column of the tables that names stored bytes in one statement: what moves from one column to another meanwhile is named
 * by either.
 * @returns those of the objects that a row of the store names
 */
export async function namedObjects(
  db: Queryable,
  tables: readonly Named[],
  storeId: string,
  objects: readonly string[],
): Promise<ReadonlySet<string>> {
  const asked = tables.flatMap(namingStatements).join('\nUNION ALL ');
  const rows = await db.query<{ object: string }>(asked, [storeId, objects]);
  return new Set(rows.map(({ object }) => object));
}
