import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { order } from './order/aggregate';
import { refund, refundSchema } from './refund/aggregate';
import { reserve, reserveRefuses, wanted } from './return/reserve';
import { refundUpon } from './upon/refund';

export default command({
  id: 'order.refund.request',
  label: { tr: 'Para iadesi iste', en: 'Request a refund' },
  summary:
    'Reserve money of a paid order that the shop gives back: an amount, pieces of lines, what is owed for a return, or all that is left.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'owner',
  payload: wanted,
  result: refundSchema,
  refuses: reserveRefuses,
  example: { orderId: exampleId('ord', 'ARTAN'), amount: 5_000, reason: 'Kutusu ezik geldi' },
  subject: order.by('orderId'),

  actsUpon: refundUpon,

  async run(context) {
    const made = await reserve(context, () => ({ method: 'manual', paymentId: null }));
    context.inverse('order.refund.record', {
      refundId: made.id,
      outcome: 'failed',
      failure: 'Geri alındı',
      expectedRev: made.rev,
    });
    return refund.answer(made);
  },
});
