import { packageStates } from '../../provider/channel/package';
import { isLive } from './pieces';

/** States of packages whose pieces are sold. */
export const liveStates = packageStates.filter(isLive);

/**
 * Selects the orders of a marketplace ($2) that sell something, and of which no settlement has a row: `at`, `name` and "waitingOrder".
 * @param before stands before the number of an order in its name
 * @param live the parameter that holds `liveStates`
 */
export const unsettledOrders = (before: string, live: string): string => `
  SELECT o.placed_at AS at, ('${before}' || o.external_number) COLLATE "C" AS name, o.external_number AS "waitingOrder"
  FROM store_order o
  WHERE o.store_id = $1 AND o.channel = $2 AND o.external_number IS NOT NULL
    AND NOT EXISTS (
      SELECT FROM channel_settlement told
      WHERE told.store_id = $1 AND told.extension = $2 AND told.order_number = o.external_number)
    AND EXISTS (
      SELECT FROM order_package sold
      WHERE sold.store_id = $1 AND sold.extension = $2 AND sold.external_number = o.external_number AND sold.state = ANY (${live}))`;
