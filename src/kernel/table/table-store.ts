import type { Transaction } from '../database/queryable';
import { type Columns, field, type Moment, type New, type Table, writtenValue } from './table';

type Inserting = Pick<
  Table,
  'table' | 'storeColumn' | 'inserted' | 'stated' | 'noted' | 'notesMoment' | 'given' | 'record'
>;

/** Finds the placeholders of the stated values and of the moment in the INSERT of one row: `$1` is the store. */
export function placesOf({ stated }: Pick<Inserting, 'stated'>) {
  const placeOf = (name: string): string => `$${stated.indexOf(name) + 2}`;
  return { placeOf, moment: `$${stated.length + 2}` };
}

/** The INSERT of one new row: `$1` is the store, behind it stand its {@link Table.values}, and the moment of the call if it is noted. */
export function insertInto(declared: Inserting): string {
  const { placeOf, moment } = placesOf(declared);
  const places = [...declared.stated.map(placeOf), ...declared.noted(moment)];
  return `INSERT INTO ${declared.table} (${declared.storeColumn}, ${declared.inserted}) VALUES ($1, ${places.join(', ')})`;
}

/**
 * The INSERT of new rows out of others: `$1` is the store.
 * @param source SQL of those, called as `alias` says @param terms moment: SQL of the moment of the call; instead: of what is not simply
 * the field of the same name
 */
export const insertFrom = (
  { table, storeColumn, inserted, given }: Pick<Inserting, 'table' | 'storeColumn' | 'inserted' | 'given'>,
  source: string,
  alias: string,
  { moment = '$3', instead }: { readonly moment?: string; readonly instead?: Readonly<Record<string, string>> } = {},
): string =>
  `INSERT INTO ${table} (${storeColumn}, ${inserted}) SELECT $1, ${given(alias, moment, instead)} FROM ${source}`;

/** The INSERT of any number of new rows: `$1` is the store, `$2` the rows as a JSON array, `$3` the moment of the call if it is noted. */
export const insertAllInto = (declared: Inserting, instead: Readonly<Record<string, string>> = {}): string =>
  insertFrom(declared, `json_to_recordset($2::json) AS row(${declared.record})`, 'row', { instead });

/** SQL of the same rows, each with its place in the array as `nth`. */
export const rowsInOrder = ({ record, stated }: Pick<Inserting, 'record' | 'stated'>): string =>
  `ROWS FROM (json_to_recordset($2::json) AS (${record})) WITH ORDINALITY AS row(${stated.map(field).join(', ')}, nth)`;

/**
 * Rows as the JSON array that such a statement reads, where what a row does not say would be null.
 * @param names the columns that it writes @throws when a row does not say one of them
 */
export function rowsAsJson(rows: readonly object[], names: readonly string[]): string {
  for (const row of rows) for (const name of names) writtenValue(row, name);
  return JSON.stringify(rows);
}

/** The statements that write one new row. */
export const insertsOf = (declared: Inserting) => ({
  insert: insertInto(declared),
  insertNew: `${insertInto(declared)} ON CONFLICT DO NOTHING RETURNING ${declared.storeColumn}`,
});

/**
 * Says what a write touches.
 * @param before null: a new row @param after null: none any more
 * @param how claims: whether it can be written depends on what it touches, e.g. on a name that is free
 */
export function touchWritten(
  tx: Transaction,
  { touched }: Pick<Table, 'touched'>,
  before: object | null,
  after: object | null,
  how: 'writes' | 'claims' = 'writes',
): void {
  if (tx.touch) tx.touch(how, ...touched(before, after));
}

/** Writes of new rows, by their declaration. */
export function insertsInto<C extends Columns>(declared: Table<C>) {
  type Row = New<Table<C>>;
  const { insert, insertNew } = insertsOf(declared);
  const valuesOf = (storeId: string, row: Row, moment: readonly Date[]): unknown[] => [
    storeId,
    ...declared.values(row),
    ...moment,
  ];
  return {
    /** Sends the insert of a new row. */
    insert(tx: Transaction, storeId: string, row: Row, ...moment: Moment<C>): void {
      touchWritten(tx, declared, null, row);
      tx.send(insert, valuesOf(storeId, row, moment));
    },

    /** Writes a new row, unless there is one of the same name. @returns whether it is new */
    async insertNew(tx: Transaction, storeId: string, row: Row, ...moment: Moment<C>): Promise<boolean> {
      touchWritten(tx, declared, null, row, 'claims');
      const rows = await tx.query(insertNew, valuesOf(storeId, row, moment));
      return rows.length > 0;
    },
  };
}
