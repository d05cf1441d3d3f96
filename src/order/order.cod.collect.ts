import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { linesOf } from './line/store';
import { order } from './order/aggregate';
import { lockOrder } from './order/store';
import { orderReceipt, receiptOf } from './order/view';
import { paidNow } from './payment/arrival';
import { cashDue, collected, notPaidFor } from './piece/cash';
import { unpaid } from './piece/progress';
import { backOf } from './piece/returns';
import { returnsOf } from './return/store';
import { orderUpon } from './upon/order';

export default command({
  id: 'order.cod.collect',
  label: { tr: 'Kapıda ödemeyi tahsil et', en: 'Collect cash on delivery' },
  summary:
    'Note that the cash of an order that was shipped has reached the merchant: of what has come to its buyer; the order becomes paid.',
  policy: 'propose',
  scope: 'orders:write',
  // Money that has come is given back by a refund.
  irreversible: true,
  payload: object({ orderId: order.reference, expectedRev }),
  result: orderReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { orderId: exampleId('ord', 'SEVK') },
  subject: order.by('orderId'),
  route: { id: 'orders.cod.collect', http: 'POST /v1/orders/{ord}/tahsilat', names: { ord: 'orderId' } },

  actsUpon: orderUpon,

  async run(context) {
    const { payload, storeId, tx, guardRev, about } = context;
    const before = await lockOrder(tx, storeId, payload.orderId);
    guardRev(before.id, before.rev);
    about([before.customerId]);
    const lines = await linesOf(tx, storeId, before.id);
    collected(before, lines);
    const missing = notPaidFor(lines, (await returnsOf(tx, storeId, before.id)).flatMap(backOf));
    const captured = cashDue(before, lines, missing);
    return receiptOf(await paidNow(context, before, { lines, after: unpaid(lines, missing), captured }));
  },
});
