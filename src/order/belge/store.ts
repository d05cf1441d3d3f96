import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Titled } from '../../kernel/table/references';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import { type BelgeRow, belge, type NewBelge } from './table';

const INSERT = insertAllInto(belge);

/** Sends the documents of a new order. */
export function insertBelgeler(tx: Transaction, storeId: string, rows: readonly NewBelge[], now: Date): void {
  tx.send(INSERT, [storeId, rowsAsJson(rows, belge.stated), now]);
}

/** A document with what it is called by. */
export interface NumberedBelge extends BelgeRow {
  readonly number: string;
}

const SELECT = `
  SELECT ${belge.select('b')}, o.number FROM order_belge b JOIN store_order o ON o.store_id = $1 AND o.id = b.order_id
  WHERE b.store_id = $1`;

const ONE = `${SELECT} AND b.order_id = $2 AND b.id = $3`;

/** @returns undefined when the order has no such document */
export async function findBelge(
  db: Queryable,
  storeId: string,
  orderId: string,
  id: string,
): Promise<NumberedBelge | undefined> {
  const [row] = await db.query<NumberedBelge>(ONE, [storeId, orderId, id]);
  return row;
}

const OF_ORDER = `${SELECT} AND b.order_id = $2 ORDER BY b.id`;

/** The documents of an order, in the order in which they are read. */
export const belgelerOf = (db: Queryable, storeId: string, orderId: string): Promise<NumberedBelge[]> =>
  db.query<NumberedBelge>(OF_ORDER, [storeId, orderId]);

const TITLES = `
  SELECT b.id, o.number || ' · yasal belge' AS title
  FROM order_belge b JOIN store_order o ON o.store_id = $1 AND o.id = b.order_id
  WHERE b.store_id = $1 AND b.id = ANY($2)`;

/** Documents are called by the number of their order. */
export const belgeTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
