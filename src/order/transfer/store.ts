import type { Queryable } from '../../kernel/database/database';

/** An order whose transfer has not come in time. */
export interface Unpaid {
  readonly storeId: string;
  readonly orderId: string;
}

const UNPAID = 'SELECT store_id AS "storeId", id AS "orderId" FROM unpaid_orders($1, $2, $3)';

/**
 * Orders of all stores whose transfer is awaited no longer, by their ids.
 * @param after an order; '': from the beginning @param most orders at most
 */
export const unpaidOrders = (maintenance: Queryable, now: Date, after: string, most: number): Promise<Unpaid[]> =>
  maintenance.query<Unpaid>(UNPAID, [now, after, most]);
