import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t, time } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { note } from './event/store';
import { linesOf } from './line/store';
import { type OrderRow, order } from './order/aggregate';
import { assertOfShop } from './order/of-shop';
import { lockOrder } from './order/store';
import { chosen } from './piece/returns';
import { fields, orderReturn, returnKind, returnSchema } from './return/aggregate';
import { withdrawalEnd } from './return/deadline';
import { returnRequested } from './return/letters';
import { insertReturn, lastDelivery, refundsOf, returnsOf } from './return/store';
import { shippedPiece } from './shipment/aggregate';
import { statedUpon } from './upon/order';

export default command({
  id: 'order.return.request',
  label: { tr: 'Ürün iadesi iste', en: 'Request a return' },
  summary:
    'Open a return of pieces of an order: a withdrawal, or a claim. The shop records notices by phone or e-mail so.',
  policy: 'owner',
  scope: 'checkout',
  role: 'manager',
  payload: object({
    orderId: order.reference,
    kind: returnKind,
    lines: label('Satırlar', 'Lines')(t.Array(shippedPiece, { minItems: 1, maxItems: 100 })),
    noticedAt: t.Optional(
      label(
        'Bildirim zamanı',
        'Notice',
      )(time({ description: 'When the buyer gave notice, where that was earlier; it counts for the 14 days.' })),
    ),
    note: t.Optional(fields.note),
    expectedRev,
  }),
  result: returnSchema,
  refuses: [
    'not_found',
    'invalid_request',
    'invalid_state',
    'marketplace_order',
    'rev_conflict',
    'line_unknown',
    'more_than_left',
  ],
  example: {
    orderId: exampleId('ord', 'ADRES'),
    kind: 'withdrawal',
    lines: [{ lineId: exampleId('oln', 'ADRES'), quantity: 1 }],
  },
  subject: order.by('orderId'),

  actsUpon: statedUpon,

  async run(context) {
    const { payload, storeId, tx, now, newId, guardRev, about, record, inverse } = context;
    const held = await lockOrder(tx, storeId, payload.orderId);
    guardRev(held.id, held.rev);
    about([held.customerId]);
    assertOfShop(held);
    assertSold(held);
    const at = now.toISOString();
    const noticedAt = noticeOf(held, payload.noticedAt, at);
    const lines = await linesOf(tx, storeId, held.id);
    const returns = await returnsOf(tx, storeId, held.id);
    const pieces = chosen({ lines, returns, refunds: await refundsOf(tx, storeId, held.id) }, payload.lines);
    const deliveredAt = held.fulfilment === 'delivered' ? await lastDelivery(tx, storeId, held.id) : null;
    const row = {
      id: newId(orderReturn.prefix),
      orderId: held.id,
      customerId: held.customerId,
      kind: payload.kind,
      state: 'requested' as const,
      noticedAt,
      deliveredAt,
      withdrawalUntil: withdrawalEnd(held, lines, deliveredAt),
      externalClaim: null,
      note: payload.note ?? null,
      pieces,
      instructions: null,
      rejection: null,
      receipts: [],
      refundUntil: null,
      refunds: [],
    };
    insertReturn(tx, storeId, row, now);
    const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
    record(orderReturn.word, row.id, null, orderReturn.snapshot(made));
    note(context, held.id, { kind: 'return_requested', subjectId: row.id });
    postLetter(context, returnRequested, row.id);
    inverse('order.return.cancel', { returnId: row.id, expectedRev: made.rev });
    return made;
  },
});

/** @throws {Refusal} invalid_state of an order that is cancelled, or that nobody has paid or sent: that one is cancelled */
function assertSold({ payment }: OrderRow): void {
  if (payment === 'paid' || payment === 'pending_cod') return;
  refuse('invalid_state', `The order is ${payment}: nothing of it comes back.`, {
    facts: { state: payment },
    quotesNobody: true,
  });
}

/** @throws {Refusal} invalid_request of a notice before the order or in the future */
function noticeOf({ placedAt }: OrderRow, stated: string | undefined, now: string): string {
  const at = new Date(stated ?? now).toISOString();
  if (at < new Date(placedAt).toISOString() || at > now)
    refuse('invalid_request', 'The notice was given after the order, and not in the future.', {
      errors: [{ pointer: '/noticedAt', message: 'is before the order or in the future' }],
      quotesNobody: true,
    });
  return at;
}
