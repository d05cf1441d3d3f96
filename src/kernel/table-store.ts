import type { Transaction } from './database';
import type { Columns, New, Table } from './table';

type Inserting = Pick<Table, 'table' | 'inserted'>;

/** The INSERT of one new row: `$1` is the store, behind it stand its {@link Table.values}. */
export function insertInto({ table, inserted }: Inserting): string {
  const places = inserted.split(', ').map((_, index) => `$${index + 2}`);
  return `INSERT INTO ${table} (store_id, ${inserted}) VALUES ($1, ${places.join(', ')})`;
}

/** The statements that write one new row. */
export const insertsOf = (declared: Inserting) => ({
  insert: insertInto(declared),
  insertNew: `${insertInto(declared)} ON CONFLICT DO NOTHING RETURNING store_id`,
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
  return {
    /** Sends a new row. */
    insert(tx: Transaction, storeId: string, row: Row): void {
      touchWritten(tx, declared, null, row);
      tx.send(insert, [storeId, ...declared.values(row)]);
    },

    /** Writes a new row, unless there is one of the same name. @returns whether it is new */
    async insertNew(tx: Transaction, storeId: string, row: Row): Promise<boolean> {
      touchWritten(tx, declared, null, row, 'claims');
      const rows = await tx.query(insertNew, [storeId, ...declared.values(row)]);
      return rows.length > 0;
    },
  };
}
