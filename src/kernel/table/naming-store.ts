import type { Queryable } from '../database/queryable';
import { type NamingTable, namingColumns } from './naming';
import { sqlName } from './table';

/** The SQL that reads names, by the manner in which a column has them: those of `$2`, and perhaps more. */
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
export const namingStatements = ({ table, columns }: NamingTable, prefix?: string): string[] =>
  namingColumns(columns, prefix).map(({ column, manner, namedBy }) =>
    namedBy === undefined ? statements[manner](table, column) : toldBy(namedBy),
  );

/** The SQL that tells whether a column names `$2`, by the manner in which it has names. */
const naming = {
  value: (column: string) => `x.${column} = $2`,
  list: (column: string) => `$2 = ANY (x.${column})`,
  document: undefined,
};

/** The statements that find who of a table names `$2`, a few of its rows; none of a table whose rows go by no name of their own. */
export const userStatements = ({ table, columns, word, key }: NamingTable, prefix: string): string[] =>
  namingColumns(columns, prefix).flatMap(({ column, manner, namedBy }) => {
    const isNaming = naming[manner];
    if (word === undefined || key === undefined || namedBy !== undefined || !isNaming) return [];
    return `(SELECT '${word}' AS word, x.${sqlName(key)} AS id FROM ${table} x WHERE x.store_id = $1 AND ${isNaming(column)} ORDER BY 2 LIMIT 5)`;
  });

/** A row that names something: the word under which changes of it are recorded, and what it is known by. */
export interface NamingRow {
  readonly word: string;
  readonly id: string;
}

/** Finds some of the rows that name a thing, of those tables in which that is asked row by row. */
export async function rowsNaming(
  db: Queryable,
  tables: readonly NamingTable[],
  prefix: string,
  storeId: string,
  id: string,
): Promise<NamingRow[]> {
  const asking = tables.flatMap((table) => userStatements(table, prefix));
  if (asking.length === 0) return [];
  const asked = asking.join('\nUNION ALL ');
  return db.query<NamingRow>(asked, [storeId, id]);
}

/**
 * Asks every column of the tables that names things of a kind, in one statement. A name that moves from one column to another meanwhile is
 * found in either. Where no column names such things, nothing is asked.
 * @param prefix the prefix of the identifiers
 * @returns the identifiers that a row of the store names
 */
export async function namedIds(
  db: Queryable,
  tables: readonly NamingTable[],
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
