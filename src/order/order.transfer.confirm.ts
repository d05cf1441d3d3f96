import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { linesOf } from './line/store';
import { order } from './order/aggregate';
import { transferred } from './order/state';
import { lockOrder } from './order/store';
import { orderReceipt, receiptOf } from './order/view';
import { cameLate, paidNow } from './payment/arrival';
import { orderUpon } from './upon/order';

export default command({
  id: 'order.transfer.confirm',
  label: { tr: 'Havaleyi onayla', en: 'Confirm a bank transfer' },
  summary:
    'Note that the transfer of an order has arrived; the order becomes paid. One that is cancelled stays so, and its money is given back.',
  policy: 'propose',
  scope: 'orders:write',
  // Money that has come is given back by a refund.
  irreversible: true,
  payload: object({ orderId: order.reference, expectedRev }),
  result: orderReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'EFT') },
  subject: order.by('orderId'),

  actsUpon: orderUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    const payment = transferred(before);
    if (payment === 'cancelled') return receiptOf(cameLate(context, before));
    const lines = await linesOf(tx, storeId, before.id);
    return receiptOf(await paidNow(context, before, { lines, captured: before.total }));
  },
});
