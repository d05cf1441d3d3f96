import type { Queryable } from '../../kernel/database/queryable';
import { oversoldIn, oversoldPiecesOf, unmappedIn } from '../line/amiss';

const GOES_ON = `o.payment = 'paid' AND (o.captured = 0 OR o.refunded + o.refund_reserved < o.captured)`;

const AMISS = `
  SELECT
    (SELECT count(DISTINCT l.order_id)::int FROM order_line l
     JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id AND o.channel = $2 AND ${GOES_ON}
     WHERE l.store_id = $1 AND ${unmappedIn('l')}) AS "unmappedOrders",
    count(DISTINCT l.order_id)::int AS "oversoldOrders", coalesce(sum(${oversoldPiecesOf('l')}), 0)::int AS "oversoldPieces"
  FROM order_line l
  JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id AND o.channel = $2 AND ${GOES_ON}
    AND o.fulfilment IN ('unfulfilled', 'partially_fulfilled', 'fulfilled')
  WHERE l.store_id = $1 AND ${oversoldIn('l')}`;

export interface OrdersAmiss {
  readonly unmappedOrders: number;
  readonly oversoldOrders: number;
  readonly oversoldPieces: number;
}

/** Counts orders of a marketplace with lines of no product, and those with pieces that were not there when they were sold. */
export async function ordersAmiss(db: Queryable, storeId: string, channel: string): Promise<OrdersAmiss> {
  const [row] = await db.query<OrdersAmiss>(AMISS, [storeId, channel]);
  return row ?? { unmappedOrders: 0, oversoldOrders: 0, oversoldPieces: 0 };
}
