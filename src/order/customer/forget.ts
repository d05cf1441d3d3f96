import type { MutationContext } from '../../kernel/declaration/context';
import { eventsWithText, sendWithoutTexts } from '../event/store';
import { orderEvent } from '../event/table';
import type { OrderRow } from '../order/aggregate';
import { lockOrdersOf, sendSearchTexts } from '../order/forget-store';
import { searchText } from '../order/search';
import { changeOrder } from '../order/store';
import { sendUntoldPayments } from '../payment/store';
import { changeRefund, refundsWithWords, sendUntoldRefunds } from '../refund/store';
import { changeReturn, returnsWithNote } from '../return/store';
import { changeShipment, sendUntoldShipments, shipmentsWithFailure } from '../shipment/store';

/** An order of which somebody still expects something. */
const isOpen = ({ payment, fulfilment }: OrderRow): boolean =>
  payment !== 'cancelled' && !(payment === 'paid' && ['delivered', 'returned_to_sender'].includes(fulfilment));

/**
 * Removes facts from the orders of a locked customer that no law wants kept: notes, the words of providers, and the links by which a person
 * finds them. The fields that the invoice and the contract name stay as they were agreed on. The shop's messages to the buyer about a
 * return stay as well, as evidence (TTK 82: 10 years).
 * @param sessionIds the checkout sessions in which the customer was the shopper
 */
export async function forgetOrders(
  context: MutationContext,
  customerId: string,
  sessionIds: readonly string[],
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
  await forgetWords(context, customerId, orderIds);
  sendUntoldPayments(tx, storeId, sessionIds, orderIds);
  return { orderIds, open: orders.filter(isOpen).length };
}

/** Removes words of buyers, the shop and providers from returns, refunds and parcels, because they may name the customer. */
async function forgetWords(context: MutationContext, customerId: string, orderIds: readonly string[]): Promise<void> {
  const { tx, storeId } = context;
  const [returns, refunds, shipments] = await Promise.all([
    returnsWithNote(tx, storeId, orderIds),
    refundsWithWords(tx, storeId, orderIds),
    shipmentsWithFailure(tx, storeId, orderIds),
  ]);
  for (const row of returns) changeReturn(context, row, { note: null });
  for (const row of refunds) changeRefund(context, { customerId }, row, { reason: null, failure: null });
  for (const row of shipments) changeShipment(context, { customerId }, row, { failure: null });
  sendUntoldRefunds(tx, storeId, orderIds);
  sendUntoldShipments(tx, storeId, orderIds);
}
