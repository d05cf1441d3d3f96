import type { MutationContext } from '../../kernel/declaration/declare';
import { refuse } from '../../kernel/errors';
import { expectedRev, kurus, label, object, type Static, t } from '../../kernel/schema/schema';
import { unasked } from '../../provider/conversation/columns';
import { note } from '../event/store';
import { linesOf } from '../line/store';
import type { OrderLine } from '../line/table';
import { type OrderRow, order } from '../order/aggregate';
import { assertOfShop } from '../order/of-shop';
import { lockOrder } from '../order/store';
import { givingBack } from '../piece/progress';
import { saveMoved } from '../piece/staying';
import { shippedPiece } from '../shipment/aggregate';
import { type RefundRow, refund, refundReason } from './aggregate';
import { refundAsking } from './contract';
import { shareOf } from './shares';
import { insertRefund } from './store';

/** The requested refund: an amount, pieces of lines, or all that is left. */
export const wanted = object({
  orderId: order.reference,
  amount: t.Optional(label('Tutar', 'Amount')(kurus({ minimum: 1, description: 'Instead of lines.' }))),
  lines: t.Optional(label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 }))),
  delivery: t.Optional(
    label(
      'Kargo ve hizmet bedeliyle',
      'With shipping and fee',
    )(
      t.Boolean({
        description: 'With lines: with their shares of shipping and fee.',
      }),
    ),
  ),
  reason: refundReason,
  expectedRev,
});

export const reserveRefuses = [
  'not_found',
  'invalid_request',
  'invalid_state',
  'marketplace_order',
  'rev_conflict',
  'line_unknown',
  'more_than_left',
  'refund_too_much',
] as const;

/** By whom money is given back, and of which payment. */
export type Way = Pick<RefundRow, 'method' | 'paymentId'>;

/**
 * Reserves money of an order that is given back. The order is locked before the way is asked for.
 * @throws {Refusal} of {@link reserveRefuses}, and what `by` throws
 */
export async function reserve(
  context: MutationContext & { readonly payload: Static<typeof wanted> },
  by: (order: OrderRow) => Way | Promise<Way>,
): Promise<RefundRow> {
  const { payload, storeId, tx, guardRev, about } = context;
  const { amount, lines: stated, delivery, reason } = payload;
  const before = await lockOrder(tx, storeId, payload.orderId);
  guardRev(before.id, before.rev);
  about([before.customerId]);
  assertOfShop(before);
  if (stated ? amount !== undefined : delivery !== undefined)
    refuse('invalid_request', 'Either an amount is stated or lines; delivery goes with lines.', {
      errors: [{ pointer: `/${stated ? 'amount' : 'delivery'}`, message: 'does not go with the rest' }],
      quotesNobody: true,
    });
  const way = await by(before);
  const lines = await linesOf(tx, storeId, before.id);
  const share = shareOf(before, lines, {
    ...(amount === undefined ? {} : { amount }),
    ...(stated ? { lines: stated, delivery: delivery ?? false } : {}),
  });
  return book(context, { order: before, lines }, { ...way, ...share, reason });
}

/** Writes down a refund of a locked order, and that its amount is reserved. */
export async function book(
  context: MutationContext,
  { order: before, lines }: { readonly order: OrderRow; readonly lines: readonly OrderLine[] },
  asked: Way & Pick<RefundRow, 'amount' | 'pieces' | 'reason'>,
): Promise<RefundRow> {
  const { storeId, tx, now, newId, record } = context;
  const at = now.toISOString();
  const row = {
    ...asked,
    id: newId(refund.prefix),
    orderId: before.id,
    state: 'requested' as const,
    reference: null,
    failure: null,
    settledAt: null,
  };
  insertRefund(tx, storeId, row, now);
  const made = { ...row, ...unasked, rev: 1, createdAt: at, updatedAt: at };
  record(refund.word, row.id, null, refund.snapshot(made), { customerId: before.customerId });
  await saveMoved(context, before, lines, givingBack(lines, row.pieces), {
    last: row.pieces,
    more: { refundReserved: before.refundReserved + row.amount },
  });
  note(context, before.id, { kind: 'refund_requested', subjectId: row.id });
  return made;
}

/** Has the provider asked, once the reservation is committed. */
export function askFor({ effects, storeId }: MutationContext, { id, method }: RefundRow): void {
  if (method === 'provider') effects.startWorkflow(refundAsking, { storeId, refundId: id });
}
