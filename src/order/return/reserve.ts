import type { MutationContext } from '../../kernel/declaration/context';
import { refuse } from '../../kernel/errors';
import { expectedRev, kurus, label, object, type Static, t } from '../../kernel/schema/schema';
import { linesOf } from '../line/store';
import { type OrderRow, order } from '../order/aggregate';
import { assertOfShop } from '../order/of-shop';
import { lockOrder } from '../order/store';
import { type RefundRow, refundReason } from '../refund/aggregate';
import { book, type Way } from '../refund/book';
import { shareOf } from '../refund/shares';
import { shippedPiece } from '../shipment/aggregate';
import { orderReturn, type ReturnRow } from './aggregate';
import { owedNow } from './owed';
import { standingOf } from './settle';
import { changeReturn } from './store';

/** The requested refund: an amount, pieces of lines, what is owed for a return, or all that is left. */
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
  returnId: t.Optional({
    ...orderReturn.reference,
    description: 'Instead of both: what is owed for its pieces that came back.',
  }),
  reason: refundReason,
  expectedRev,
});
type Wanted = Static<typeof wanted>;

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

/**
 * Reserves money of an order that is given back. The order is locked before the way is asked for.
 * @throws {Refusal} the refusals of {@link reserveRefuses}, and those of `by`
 */
export async function reserve(
  context: MutationContext & { readonly payload: Wanted },
  by: (order: OrderRow) => Way | Promise<Way>,
): Promise<RefundRow> {
  const { payload, storeId, tx, guardRev, about } = context;
  const { amount, lines: stated, delivery, returnId, reason } = payload;
  const before = await lockOrder(tx, storeId, payload.orderId);
  guardRev(before.id, before.rev);
  about([before.customerId]);
  assertOfShop(before);
  assertOneWay(payload);
  const way = await by(before);
  if (returnId !== undefined) return reserveOwed(context, before, { ...way, returnId, reason });
  const lines = await linesOf(tx, storeId, before.id);
  const share = shareOf(before, lines, {
    ...(amount === undefined ? {} : { amount }),
    ...(stated ? { lines: stated, delivery: delivery ?? false } : {}),
  });
  return book(context, { order: before, lines }, { ...way, ...share, reason });
}

/** @throws {Refusal} invalid_request of a refund that is stated in two ways */
function assertOneWay({ amount, lines, delivery, returnId }: Wanted): void {
  const others = [
    ...(lines && amount !== undefined ? ['amount'] : []),
    ...(returnId !== undefined && amount !== undefined ? ['amount'] : []),
    ...(returnId !== undefined && lines ? ['lines'] : []),
    ...(!lines && delivery !== undefined ? ['delivery'] : []),
  ];
  if (others.length === 0) return;
  refuse('invalid_request', 'An amount, lines or a return is stated; delivery goes with lines.', {
    errors: [...new Set(others)].map((name) => ({ pointer: `/${name}`, message: 'does not go with the rest' })),
    quotesNobody: true,
  });
}

/** @throws {Refusal} not_found of a return of another order; invalid_state of one for which nothing is owed */
async function reserveOwed(
  context: MutationContext,
  order: OrderRow,
  { returnId, ...asked }: Way & Pick<RefundRow, 'reason'> & { readonly returnId: string },
): Promise<RefundRow> {
  const standing = await standingOf(context, order);
  const row: ReturnRow =
    standing.returns.find(({ id }) => id === returnId) ??
    refuse('not_found', 'There is no such return of the order.', { quotesNobody: true });
  const { amount, pieces } = owedNow(row, standing);
  if (amount === 0)
    refuse('invalid_state', `The return is ${row.state}: no money is owed for it now.`, {
      facts: { state: row.state },
      quotesNobody: true,
    });
  const made = await book(context, standing, { ...asked, amount, pieces: [...pieces] });
  changeReturn(context, row, { refunds: [...row.refunds, made.id] });
  return made;
}
