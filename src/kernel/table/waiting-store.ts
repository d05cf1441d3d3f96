import type { Queryable } from '../database/queryable';
import { type NamingTable, namingColumns } from './naming';
import { sqlName } from './table';

/** Bytes of files that wait for somebody's decision. */
export interface WaitingBytes {
  readonly all: number;
  /** Bytes of all tokens together. */
  readonly tokens: number;
  /** Bytes that the caller has brought. */
  readonly own: number;
}

/** The SQL that finds rows that name files other than `$2`, by the manner in which a column has names. */
const naming = {
  value: (column: string) => `x.${column} IS NOT NULL AND x.${column} <> ALL ($2)`,
  list: (column: string) => `x.${column} <> '{}' AND NOT x.${column} && $2`,
  document: undefined,
};

/** The statement that asks a table for its files that wait; undefined: none wait in it. @throws of one whose files nobody could count */
export function waitingStatement({ table, columns, waiting }: NamingTable): string | undefined {
  if (!waiting) return undefined;
  const [column, ...others] = namingColumns(columns);
  const isNamed = column && naming[column.manner];
  if (!isNamed || others.length > 0) throw new Error(`the files that wait in ${table} are not those of one column`);
  const { bytes, by } = waiting;
  return `SELECT x.${sqlName(bytes)} AS bytes, x.${sqlName(by)} COLLATE "C" AS brought_by FROM ${table} x
     WHERE x.store_id = $1 AND ${isNamed(column.column)}`;
}

const waitingIn = (tables: readonly NamingTable[]): string => `
  SELECT coalesce(sum(bytes), 0)::float8 AS "all",
    coalesce(sum(bytes) FILTER (WHERE brought_by IS NULL OR NOT starts_with(brought_by, 'own_')), 0)::float8 AS tokens,
    coalesce(sum(bytes) FILTER (WHERE brought_by = $3), 0)::float8 AS own
  FROM (${tables.flatMap((table) => waitingStatement(table) ?? []).join('\nUNION ALL ')}) AS waiting`;

/** Counts the waiting bytes in all tables of a store. @param others names of files that are not counted */
export async function waitingBytes(
  db: Queryable,
  tables: readonly NamingTable[],
  storeId: string,
  credential: string,
  others: readonly string[],
): Promise<WaitingBytes> {
  const [row] = await db.query<WaitingBytes>(waitingIn(tables), [storeId, others, credential]);
  return row as WaitingBytes;
}
