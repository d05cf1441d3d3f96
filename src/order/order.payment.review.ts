import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, oneOf, words } from '../kernel/schema/schema';
import { releaseDigital, tellGiven } from './epin/give';
import { note } from './event/store';
import { linesOf } from './line/store';
import { order } from './order/aggregate';
import { changeOrder, lockOrder } from './order/store';
import { orderReceipt, receiptOf } from './order/view';
import { isReviewable } from './payment/reviewable';
import { sendReview } from './payment/store';
import { saveProgress } from './piece/save';

export default command({
  id: 'order.payment.review',
  label: { tr: 'Ödeme incelemesinin sonucunu kaydet', en: 'Record what became of the review of a payment' },
  summary:
    'Note that a payment by card, which its provider was looking at, may be trusted, so that goods and codes may leave, or may not.',
  policy: 'owner',
  scope: null,
  // The buyer has seen the codes by then.
  irreversible: true,
  payload: object({
    orderId: order.reference,
    outcome: label(
      'Sonuç',
      'Outcome',
    )(oneOf(['passed', 'rejected'], words({ passed: ['sorun yok', 'passed'], rejected: ['güvenilmedi', 'rejected'] }))),
    expectedRev,
  }),
  result: orderReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'BAKAN'), outcome: 'passed' },
  subject: order.by('orderId'),
  route: { http: 'POST /v1/account/orders/{ord}/payment-review', names: { ord: 'orderId' } },

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const { orderId, outcome: review } = payload;
    const before = await lockOrder(tx, storeId, orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    if (!isReviewable(before.review, review))
      refuse('invalid_state', 'No provider is looking at the payment of the order.', {
        facts: { state: before.review ?? before.payment },
        quotesNobody: true,
      });
    sendReview(tx, storeId, orderId, review);
    note(context, orderId, { kind: review === 'passed' ? 'review_passed' : 'review_rejected' });
    if (review === 'rejected') return receiptOf(changeOrder(context, before, { review }));
    const lines = await linesOf(tx, storeId, orderId);
    const given = await releaseDigital(context, before, lines);
    const after = saveProgress(context, before, lines, given.lines, { review });
    tellGiven(context, before, given, 'paid');
    return receiptOf(after);
  },
});
