import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, id, label, nullable, object, t, unit } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { defaultStockPolicy } from '../store/stock/aggregate';
import { findStockPolicy } from '../store/stock/store';
import { note } from './event/store';
import { piecesRemoved } from './letter/letters';
import { linesOf, noteRemoved } from './line/store';
import type { OrderLine } from './line/table';
import { type OrderRow, order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { lockOrder } from './order/store';
import record from './order.refund.record';
import { wayOf } from './payment/way';
import { assertUnsent, removedFrom, withRemoved } from './piece/removal';
import { restock } from './piece/restock';
import { saveMoved } from './piece/staying';
import { refund, refundReason } from './refund/aggregate';
import { askFor, book } from './refund/book';
import { leftToRefund } from './refund/shares';
import { returnsOf } from './return/store';
import { shippedPiece } from './shipment/aggregate';

export default command({
  id: 'order.pieces.remove',
  label: { tr: 'Siparişten ürün çıkar', en: 'Take pieces out of an order' },
  summary:
    'Take pieces out of an order of the shop before anything of it is sent. Their price is given back as a refund, or is not collected at the door; delivery stays as agreed.',
  policy: 'owner',
  scope: null,
  asksProvider: true,
  removes: true,
  // No provider takes money back that it has given back.
  irreversible: true,
  issues: [record],
  payload: object({
    orderId: order.reference,
    lines: label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 })),
    reason: t.Optional(refundReason),
    expectedRev,
  }),
  result: object({
    refundId: label(
      'Para iadesi',
      'Refund',
    )(nullable({ ...id(refund.prefix), description: 'Of the money that is given back; null: none had come.' })),
    restocked: label(
      'Stoğa dönen',
      'Restocked',
    )(t.Integer({ description: 'Pieces that are back already; others are back with their money.', ...unit('count') })),
  }),
  refuses: [
    'not_found',
    'invalid_request',
    'invalid_state',
    'marketplace_order',
    'rev_conflict',
    'line_unknown',
    'more_than_left',
    'refund_too_much',
  ],
  example: { orderId: exampleId('ord', 'KAPDA'), lines: [{ lineId: exampleId('oln', 'KAPDA0'), quantity: 1 }] },
  route: { http: 'POST /v1/account/orders/{ord}/removed-pieces', names: { ord: 'orderId' } },
  subject: order.by('orderId'),

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    assertOfShop(before);
    const lines = await linesOf(tx, storeId, before.id);
    assertUnsent(before, lines, await returnsOf(tx, storeId, before.id));
    const removed = removedFrom(lines, payload.lines);
    if (before.payment === 'paid' && removed.amount > 0)
      return { refundId: await giveBack(context, before, lines, { ...removed, reason: payload.reason }), restocked: 0 };
    return {
      refundId: null,
      restocked: await keepBack(context, before, lines, { ...removed, reason: payload.reason }),
    };
  },
});

interface Removed extends ReturnType<typeof removedFrom> {
  readonly reason: string | null | undefined;
}

/** Gives the price of the pieces back; they are back in stock once that is done. @throws {Refusal} refund_too_much */
async function giveBack(
  context: MutationContext,
  before: OrderRow,
  lines: readonly OrderLine[],
  { pieces, amount, reason = null }: Removed,
): Promise<string> {
  const left = leftToRefund(before);
  if (amount > left)
    refuse('refund_too_much', `${amount} kuruş are not among the ${left} that may be given back.`, {
      facts: { left },
      quotesNobody: true,
    });
  const way = await wayOf(context, before);
  const made = await book(context, { order: before, lines }, { ...way, amount, pieces, reason });
  askFor(context, made);
  return made.id;
}

/**
 * Keeps pieces here that nobody has paid for, and notes the reason. They go back to stock by the setting that refunds of unsent pieces follow.
 * @returns how many are back in stock
 */
async function keepBack(
  context: MutationContext,
  before: OrderRow,
  lines: readonly OrderLine[],
  { pieces, reason = null }: Removed,
): Promise<number> {
  const { restockOnReturn } = (await findStockPolicy(context.tx, context.storeId)) ?? defaultStockPolicy;
  const wanted = new Map(pieces.map(({ lineId, units }) => [lineId, units.length]));
  const stock = await restock(context, withRemoved(lines, pieces), restockOnReturn ? wanted : new Map());
  noteRemoved(context, stock.lines);
  await saveMoved(context, before, lines, stock.lines);
  note(context, before.id, { kind: 'pieces_removed', text: reason });
  if (before.payment === 'pending_cod') postLetter(context, piecesRemoved, before.id);
  return [...stock.back.values()].reduce((sum, count) => sum + count, 0);
}
