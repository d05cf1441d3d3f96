import { command } from '../kernel/declaration/declare';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, kurus, label, object, t } from '../kernel/schema/schema';
import { note } from './event/store';
import { linesOf, saveLines } from './line/store';
import { order } from './order/aggregate';
import { changeOrder, lockOrder } from './order/store';
import { refund, refundReason, refundSchema } from './refund/aggregate';
import { noted, shareOf } from './refund/shares';
import { insertRefund } from './refund/store';
import { shippedPiece } from './shipment/aggregate';

export default command({
  id: 'order.refund.request',
  label: { tr: 'Para iadesi iste', en: 'Request a refund' },
  summary: 'Reserve money of a paid order that the shop gives back: an amount, pieces of lines, or all that is left.',
  policy: 'propose',
  scope: 'orders:write',
  payload: object({
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
  }),
  result: refundSchema,
  refuses: [
    'not_found',
    'invalid_request',
    'invalid_state',
    'rev_conflict',
    'line_unknown',
    'more_than_left',
    'refund_too_much',
  ],
  example: { orderId: exampleId('ord', 'ARTAN'), amount: 5_000, reason: 'Kutusu ezik geldi' },
  subject: order.by('orderId'),

  async run(context) {
    const { payload, storeId, tx, now, newId, guardRev, about, record, inverse } = context;
    const { amount, lines: stated, delivery, reason } = payload;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    if (stated ? amount !== undefined : delivery !== undefined)
      refuse('invalid_request', 'Either an amount is stated or lines; delivery goes with lines.', {
        errors: [{ pointer: `/${stated ? 'amount' : 'delivery'}`, message: 'does not go with the rest' }],
        quotesNobody: true,
      });
    const lines = await linesOf(tx, storeId, before.id);
    const share = shareOf(before, lines, {
      ...(amount === undefined ? {} : { amount }),
      ...(stated ? { lines: stated, delivery: delivery ?? false } : {}),
    });
    const at = now.toISOString();
    const row = {
      id: newId(refund.prefix),
      orderId: before.id,
      state: 'requested' as const,
      method: 'manual' as const,
      ...share,
      reason,
      reference: null,
      failure: null,
      settledAt: null,
    };
    insertRefund(tx, storeId, row, now);
    const made = { ...row, rev: 1, createdAt: at, updatedAt: at };
    record(refund.word, row.id, null, refund.snapshot(made), { orderId: before.id });
    saveLines(context, lines, noted(lines, share.pieces, 'given'));
    changeOrder(context, before, { refundReserved: before.refundReserved + share.amount });
    note(context, before.id, { kind: 'refund_requested', subjectId: row.id });
    inverse('order.refund.record', {
      refundId: row.id,
      outcome: 'failed',
      failure: 'Geri alındı',
      expectedRev: made.rev,
    });
    return made;
  },
});
