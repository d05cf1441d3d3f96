import type { MutationContext } from '../../kernel/declaration/context';
import type { OrderRow } from '../order/aggregate';
import { nextNumber } from '../order/store';
import type { ImportHead } from '../package/payload';
import { buyerOf } from './head';

/** The method of payment, and the reason of a cancellation, of an order that a marketplace decides about. */
export const MARKETPLACE = 'marketplace';

interface NewOrder {
  readonly id: string;
  readonly extension: string;
  readonly head: ImportHead;
  readonly customerId: string;
}

/** Begins a new order. Its lines and totals follow from the packages. */
export async function newOrder(
  { tx, storeId, now }: MutationContext,
  { id, extension, head, customerId }: NewOrder,
): Promise<OrderRow> {
  const at = now.toISOString();
  return {
    id,
    // The number is taken last: calls that make another order wait for it from here on.
    number: await nextNumber(tx, storeId),
    rev: 1,
    channel: extension,
    externalNumber: head.externalNumber,
    customerId,
    payment: 'paid',
    paymentMethod: MARKETPLACE,
    review: null,
    fulfilment: 'unfulfilled',
    cancelReason: null,
    itemsTotal: 0,
    discountTotal: 0,
    shippingTotal: 0,
    codFee: 0,
    total: 0,
    vatTotal: 0,
    captured: 0,
    refundReserved: 0,
    refunded: 0,
    uncollected: 0,
    ...buyerOf(head),
    buyerNote: null,
    identityStated: false,
    shippingRate: null,
    placedAt: head.orderedAt,
    transferUntil: null,
    paidAt: head.orderedAt,
    cancelledAt: null,
    searchText: '',
    createdAt: at,
    updatedAt: at,
  };
}
