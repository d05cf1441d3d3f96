import type { Queryable } from '../../kernel/database/queryable';
import { groupedBy } from '../../kernel/grouped';
import type { Static } from '../../kernel/schema/schema';
import { packagesOfNumbers } from '../../order/package/priced-store';
import type { Channel } from '../mirror/mirror';
import type { orderSchema } from './fields';
import { settledOf } from './settle';
import { rowsOfOrders } from './store';

type SettledOrder = Static<typeof orderSchema>;

/** Compares orders by their numbers with their settled sums. */
export async function settledOrders(
  db: Queryable,
  channel: Channel,
  orderNumbers: readonly string[],
): Promise<SettledOrder[]> {
  if (orderNumbers.length === 0) return [];
  const rows = groupedBy(await rowsOfOrders(db, channel, orderNumbers), ({ orderNumber }) => orderNumber);
  const found = await packagesOfNumbers(db, channel.storeId, channel.extension, orderNumbers);
  const packages = groupedBy(found, ({ orderNumber }) => orderNumber);
  return orderNumbers.map((orderNumber): SettledOrder => {
    const own = rows.get(orderNumber) ?? [];
    const of = packages.get(orderNumber) ?? [];
    const { remarks, waits, ...sums } = settledOf(of, own);
    const orderId = of.find((each) => each.orderId !== null)?.orderId ?? null;
    const state = waits ? 'waiting' : 'settled';
    return { orderNumber, orderId, state, ...sums, rows: own.length, remarks: [...remarks] };
  });
}
