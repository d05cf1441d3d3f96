import type { Queryable } from '../../kernel/database/database';

/** An order as people speak of it. Money is in kuruş. */
export interface DescribedOrder {
  readonly number: string;
  readonly buyerName: string;
  readonly total: number;
  readonly lines: readonly {
    readonly title: string;
    readonly variantTitle: string | null;
    readonly quantity: number;
  }[];
}

const DESCRIBED = `
  SELECT o.number, o.buyer_name AS "buyerName", o.total,
    (SELECT coalesce(json_agg(json_build_object('title', l.title, 'variantTitle', l.variant_title, 'quantity', l.quantity)
       ORDER BY l.position), '[]') FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id) AS lines
  FROM store_order o WHERE o.store_id = $1 AND o.id = $2`;

/** @returns undefined: there is no such order */
export async function describedOrder(
  db: Queryable,
  storeId: string,
  orderId: string,
): Promise<DescribedOrder | undefined> {
  const [row] = await db.query<DescribedOrder>(DESCRIBED, [storeId, orderId]);
  return row;
}
