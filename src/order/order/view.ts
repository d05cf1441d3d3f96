import { object, type Static, typeNamed } from '../../kernel/schema/schema';
import type { OrderRow } from './aggregate';
import { order, refundState } from './aggregate';
import { refundOf } from './state';

/** An order as it is recorded: by its own fields. */
export const orderEntity = order.label(object(order.answers));

/** The answer to a change of an order. */
export const orderReceipt = typeNamed('OrderReceipt')(
  object({
    id: order.answers.id,
    rev: order.answers.rev,
    number: order.answers.number,
    payment: order.answers.payment,
    fulfilment: order.answers.fulfilment,
    refund: refundState,
    total: order.answers.total,
    captured: order.answers.captured,
    refunded: order.answers.refunded,
  }),
);

export function receiptOf(row: OrderRow): Static<typeof orderReceipt> {
  const { id, rev, number, payment, fulfilment, total, captured, refunded } = row;
  return { id, rev, number, payment, fulfilment, refund: refundOf(row), total, captured, refunded };
}
