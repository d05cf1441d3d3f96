import type { Queryable } from '../database/database';
import { type Named, namingColumns } from './naming';

/** By the manner in which a column names things: what of `$2` it names, and perhaps more. */
const statements = {
  value: (table: string, column: string) =>
    `SELECT x.${column} AS id FROM ${table} x WHERE x.store_id = $1 AND x.${column} = ANY ($2)`,
  list: (table: string, column: string) =>
    `SELECT unnest(x.${column}) AS id FROM ${table} x
     WHERE x.store_id = $1 AND x.${column} <> '{}' AND x.${column} && $2`,
  document: (table: string, column: string) =>
    `SELECT text #>> '{}' AS id FROM ${table} x
       CROSS JOIN LATERAL jsonb_path_query(x.${column}, 'strict $.** ? (@.type() == "string")') AS text
     WHERE x.store_id = $1 AND text #>> '{}' = ANY ($2)`,
};

/** The function knows of which store the session is. */
const toldBy = (name: string) =>
  `SELECT id FROM unnest($2::text[]) AS asked(id)
   WHERE $1 = current_setting('app.store_id', true) AND EXISTS (SELECT FROM ${name}(asked.id))`;

/** The statements that ask one table, one for each column that names stored bytes, or things of another kind. */
export const namingStatements = ({ table, columns }: Named, prefix?: string): string[] =>
  namingColumns(columns, prefix).map(({ column, manner, namedBy }) =>
    namedBy === undefined ? statements[manner](table, column) : toldBy(namedBy),
  );

/**
 * Asks every column of the tables that names things of a kind in one statement: what moves from one column to another meanwhile is
 * named by either. Where no column does, nothing is asked.
 * @param prefix of the identifiers
 * @returns those of the identifiers that a row of the store names
 */
export async function namedIds(
  db: Queryable,
  tables: readonly Named[],
  prefix: string,
  storeId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const statements = tables.flatMap((table) => namingStatements(table, prefix));
  if (statements.length === 0) return new Set();
  const asked = statements.join('\nUNION ALL ');
  const rows = await db.query<{ id: string }>(asked, [storeId, ids]);
  return new Set(rows.map(({ id }) => id));
}
