import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { label, object, paragraphs, personal } from '../kernel/schema/schema';
import { note } from './event/store';
import { orderEvent, orderEventSchema } from './event/table';
import { order } from './order/aggregate';
import { lockOrder } from './order/store';

export default command({
  id: 'order.note.add',
  label: { tr: 'Siparişe not ekle', en: 'Add a note to an order' },
  summary: 'Append a note of the merchant to the timeline of an order; the buyer does not see it.',
  policy: 'propose',
  scope: 'orders:write',
  role: 'packer',
  // A timeline is added to and never shortened.
  irreversible: true,
  payload: object({ orderId: order.reference, text: personal(label('Not', 'Note')(paragraphs(2_000))) }),
  result: orderEventSchema,
  refuses: ['not_found'],
  example: { orderId: exampleId('ord', 'KAPDA'), text: 'Alıcı hafta içi 18.00 sonrası evde.' },
  route: { id: 'orders.note.add', http: 'POST /v1/orders/{ord}/not', names: { ord: 'orderId' } },

  async run(context) {
    const { payload, storeId, tx, now, record } = context;
    const { id: orderId, customerId } = await lockOrder(tx, storeId, payload.orderId);
    const added = note(context, orderId, { kind: 'note', text: payload.text });
    record(orderEvent.word, added.id, null, orderEvent.snapshot(added), { orderId, customerId });
    return orderEvent.answer({ ...added, at: now.toISOString() });
  },
});
