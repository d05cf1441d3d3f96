import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { untellingOf } from '../../provider/conversation/asked-store';
import type { OrderRow } from '../order/aggregate';
import { nthOf } from '../order/nth-store';
import { lockOrder } from '../order/store';
import { type RefundRow, refund } from './aggregate';

const { change, get: getRefund } = storeOf(refund);
export const { insert: insertRefund } = insertsInto(refund);
export { getRefund };

/** Changes a refund of somebody's order, whom what is said of it is about. */
export const changeRefund = (
  context: Parameters<typeof change>[0],
  { customerId }: Pick<OrderRow, 'customerId'>,
  before: RefundRow,
  patch: Partial<RefundRow>,
): RefundRow => change(context, before, patch, { customerId });

const ORDER_OF = 'SELECT order_id AS "orderId" FROM order_refund WHERE store_id = $1 AND id = $2';
const LOCK = `SELECT ${refund.select()} FROM order_refund WHERE store_id = $1 AND id = $2 FOR NO KEY UPDATE`;

/** A refund with its order, both locked, the order first as everywhere. @throws {Refusal} not_found */
export async function lockRefund(tx: Transaction, storeId: string, refundId: string) {
  const [found] = await tx.query<{ orderId: string }>(ORDER_OF, [storeId, refundId]);
  if (!found) return refuse('not_found', 'There is no such refund.', { quotesNobody: true });
  const order = await lockOrder(tx, storeId, found.orderId);
  const [row] = await tx.query<RefundRow>(LOCK, [storeId, refundId]);
  return { order, refund: row as RefundRow };
}

const BY_MARKETPLACE = `
  SELECT ${refund.select()} FROM order_refund
  WHERE store_id = $1 AND order_id = $2 AND method = 'marketplace' AND state = 'succeeded' ORDER BY id`;

/** Refunds of a locked order that its marketplace has given. */
export const marketplaceRefunds = (tx: Transaction, storeId: string, orderId: string): Promise<RefundRow[]> =>
  tx.query<RefundRow>(BY_MARKETPLACE, [storeId, orderId]);

const WITH_WORDS = `
  SELECT ${refund.select()} FROM order_refund
  WHERE store_id = $1 AND order_id = ANY ($2) AND (reason IS NOT NULL OR failure IS NOT NULL) ORDER BY id`;

/** Refunds of locked orders of which somebody has said why they were wanted, or why they failed. */
export const refundsWithWords = (tx: Transaction, storeId: string, orderIds: readonly string[]): Promise<RefundRow[]> =>
  tx.query<RefundRow>(WITH_WORDS, [storeId, orderIds]);

const UNTOLD = untellingOf('order_refund', 'order_id = ANY ($2)');

/** Sends that nothing is left of what providers have said of the refunds of orders. */
export const sendUntoldRefunds = (tx: Transaction, storeId: string, orderIds: readonly string[]): void =>
  tx.send(UNTOLD, [storeId, orderIds]);

const TITLES = `
  SELECT r.id, o.number || ' · ' || ${nthOf('order_refund', 'r')} || 'para iadesi' AS title
  FROM order_refund r JOIN store_order o ON o.store_id = $1 AND o.id = r.order_id
  WHERE r.store_id = $1 AND r.id = ANY($2)`;

/** Refunds are called by the number of their order. */
export const refundTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
