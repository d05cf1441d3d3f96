import type { Transaction } from '../../kernel/database/queryable';
import { type OrderRow, order } from './aggregate';

const OF_CUSTOMER = `
  SELECT ${order.select('o')}, (
    SELECT coalesce(json_agg(l.title ORDER BY l.position), '[]') FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS titles
  FROM store_order o WHERE o.store_id = $1 AND o.customer_id = $2 ORDER BY o.id FOR NO KEY UPDATE OF o`;

/** All orders of a locked customer, locked, with their lines. */
export const lockOrdersOf = (
  tx: Transaction,
  storeId: string,
  customerId: string,
): Promise<(OrderRow & { readonly titles: readonly string[] })[]> => tx.query(OF_CUSTOMER, [storeId, customerId]);

const SEARCHED = `
  UPDATE store_order o SET search_text = fresh.text FROM unnest($2::text[], $3::text[]) AS fresh(id, text)
  WHERE o.store_id = $1 AND o.id = fresh.id`;

/** Sends by what locked orders are found from now on. */
export function sendSearchTexts(
  tx: Transaction,
  storeId: string,
  texts: readonly { readonly id: string; readonly text: string }[],
): void {
  tx.send(SEARCHED, [storeId, texts.map(({ id }) => id), texts.map(({ text }) => text)]);
}
