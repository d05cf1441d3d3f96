import type { MutationContext } from '../../kernel/declaration/declare';
import { eventsWithText, sendWithoutTexts } from '../event/store';
import { orderEvent } from '../event/table';
import type { OrderRow } from '../order/aggregate';
import { lockOrdersOf, sendSearchTexts } from '../order/forget-store';
import { searchText } from '../order/search';
import { changeOrder } from '../order/store';

/** An order of which somebody still expects something. */
const isOpen = ({ payment, fulfilment }: OrderRow): boolean =>
  payment !== 'cancelled' && !(payment === 'paid' && ['delivered', 'returned_to_sender'].includes(fulfilment));

/**
 * Takes out of the orders of a locked customer what no law wants kept: notes, and that they are found by the person. What the invoice
 * and the contract name stays as it was agreed on (TTK 82: 10 years).
 */
export async function forgetOrders(
  context: MutationContext,
  customerId: string,
): Promise<{ readonly orderIds: readonly string[]; readonly open: number }> {
  const { tx, storeId, record } = context;
  const orders = await lockOrdersOf(tx, storeId, customerId);
  for (const { titles: _, ...order } of orders) changeOrder(context, order, { buyerNote: null });
  const nobody = { buyerName: null, buyerEmail: null, buyerPhone: null };
  sendSearchTexts(
    tx,
    storeId,
    orders.map(({ titles, id, number, externalNumber }) => ({
      id,
      text: searchText({ number, externalNumber, ...nobody }, titles),
    })),
  );
  const orderIds = orders.map(({ id }) => id);
  const noted = await eventsWithText(tx, storeId, orderIds);
  for (const event of noted) {
    const within = { orderId: event.orderId, customerId };
    record(
      orderEvent.word,
      event.id,
      orderEvent.snapshot(event),
      orderEvent.snapshot({ ...event, text: null }),
      within,
    );
  }
  sendWithoutTexts(tx, storeId, orderIds);
  return { orderIds, open: orders.filter(isOpen).length };
}
