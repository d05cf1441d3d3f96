import type { Transaction } from '../database/queryable';
import type { Part } from './part';
import { type Columns, field, type New, type Row, sqlName, type Table } from './table';
import { insertAllInto, rowsAsJson, touchWritten } from './table-store';

type Declared = Pick<
  Part,
  | 'table'
  | 'storeColumn'
  | 'partOf'
  | 'select'
  | 'selectAnswer'
  | 'inserted'
  | 'stated'
  | 'noted'
  | 'notesMoment'
  | 'given'
  | 'record'
  | 'saved'
  | 'assigned'
>;

/** SQL of a JSON array of the parts of something in their order, as answers show them; `$1` is the store. @param of SQL of its identifier @param beside SQL of what else each part, `v`, is answered with, and of the join that it is of */
export const partsAsJson = (
  { table, partOf, selectAnswer }: Declared,
  of: string,
  beside?: { readonly columns: string; readonly joined: string },
  instead?: Readonly<Record<string, string>>,
): string => `
  SELECT json_agg(part) FROM (
    SELECT ${selectAnswer('v', instead)}${beside ? `, ${beside.columns}` : ''} FROM ${table} v${beside ? ` ${beside.joined}` : ''} WHERE v.store_id = $1 AND v.${sqlName(partOf)} = ${of} ORDER BY v.position) part`;

/** The statements that every kind of part needs, for one part as for all of a thing. Each takes the store as `$1`. */
export function statementsOfPart(declared: Declared) {
  const { table, select, record, saved, assigned } = declared;
  const columnsOf = (alias: string, nameOf: (name: string) => string): string =>
    saved.map((name) => `${alias}.${nameOf(name)}`).join(', ');
  return {
    insert: insertAllInto(declared),
    update: `
      UPDATE ${table} v SET ${assigned((name) => `row.${field(name)}`)}
      FROM json_to_recordset($2::json) AS row(${record})
      WHERE v.store_id = $1 AND v.id = row.id AND (${columnsOf('v', sqlName)}) IS DISTINCT FROM (${columnsOf('row', field)})`,
    remove: `DELETE FROM ${table} WHERE store_id = $1 AND id = ANY($2) RETURNING ${select()}`,
  };
}

/** Writes of the parts of things, by their declaration. */
export function partsOf<C extends Columns>(declared: Part<C>) {
  type Part = New<Table<C>> & { readonly id: string };
  const { insert, update, remove } = statementsOfPart(declared);
  return {
    /** Sends the inserts of new parts. */
    insert(tx: Transaction, storeId: string, parts: readonly Part[]): void {
      if (parts.length === 0) return;
      for (const part of parts) touchWritten(tx, declared, null, part);
      tx.send(insert, [storeId, rowsAsJson(parts, declared.stated)]);
    },

    /**
     * Sends parts as they are now, but for what is written by statements of its own; one that is as it was is not written.
     * @param before all that there were
     */
    update(tx: Transaction, storeId: string, before: readonly Part[], parts: readonly Part[]): void {
      if (parts.length === 0) return;
      const known = new Map(before.map((part) => [part.id, part]));
      for (const part of parts) touchWritten(tx, declared, known.get(part.id) ?? null, part);
      tx.send(update, [storeId, rowsAsJson(parts, declared.saved)]);
    },

    /** @returns the parts as they were at this very moment, not when they were read */
    async remove(tx: Transaction, storeId: string, parts: readonly Part[]): Promise<Row<Table<C>>[]> {
      if (parts.length === 0) return [];
      for (const part of parts) touchWritten(tx, declared, part, null);
      return tx.query(remove, [storeId, parts.map(({ id }) => id)]);
    },
  };
}
