import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import { changesNothing } from '../../kernel/schema/patch';
import type { Titled } from '../../kernel/table/references';
import { field } from '../../kernel/table/table';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import { type NewOrderLine, type OrderLine, orderLine } from './table';

const INSERT = insertAllInto(orderLine);

/** Sends the lines of a new order. */
export function insertLines(tx: Transaction, storeId: string, lines: readonly NewOrderLine[]): void {
  tx.send(INSERT, [storeId, rowsAsJson(lines, orderLine.stated)]);
}

const OF_ORDER = `SELECT ${orderLine.select()} FROM order_line WHERE store_id = $1 AND order_id = $2 ORDER BY position`;

/** The lines of an order in their order; of a locked one they stay as they are. */
export const linesOf = (db: Queryable, storeId: string, orderId: string): Promise<OrderLine[]> =>
  db.query<OrderLine>(OF_ORDER, [storeId, orderId]);

const SAVE = `
  UPDATE order_line l SET ${orderLine.assigned((name) => `row.${field(name)}`)}
  FROM json_to_recordset($2::json) AS row(${orderLine.record}) WHERE l.store_id = $1 AND l.id = row.id`;

/**
 * Sends and records how far the pieces of the lines of a locked order are by now.
 * @returns whether any line has changed
 */
export function saveLines(
  { tx, storeId, record }: Pick<MutationContext, 'tx' | 'storeId' | 'record'>,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): boolean {
  const changed = after.filter((line, place) => !changesNothing(before[place] as OrderLine, line));
  if (changed.length === 0) return false;
  tx.send(SAVE, [storeId, rowsAsJson(changed, orderLine.stated)]);
  for (const line of changed) {
    const old = before.find(({ id }) => id === line.id) as OrderLine;
    record(orderLine.word, line.id, orderLine.snapshot(old), orderLine.snapshot(line), { orderId: line.orderId });
  }
  return true;
}

const REMOVED = `
  UPDATE order_line l SET removed_units = ARRAY(SELECT json_array_elements_text(row.units)::integer)
  FROM json_to_recordset($2::json) AS row(id text, units json) WHERE l.store_id = $1 AND l.id = row.id`;

/** Sends which units were taken out of the lines of a locked order. */
export function noteRemoved(
  { tx, storeId }: Pick<MutationContext, 'tx' | 'storeId'>,
  lines: readonly Pick<OrderLine, 'id' | 'removedUnits'>[],
): void {
  const rows = lines.map(({ id, removedUnits: units }) => ({ id, units }));
  tx.send(REMOVED, [storeId, JSON.stringify(rows)]);
}

const TITLES = 'SELECT id, title FROM order_line WHERE store_id = $1 AND id = ANY($2)';

/** The titles of the goods on lines. */
export const lineTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
