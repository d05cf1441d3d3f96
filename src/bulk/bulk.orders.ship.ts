import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { label, line, object, t } from '../kernel/schema/schema';
import { order } from '../order/order/aggregate';
import { trackingNumber } from '../order/shipment/aggregate';
import { bulkAct } from './act';
import { THINGS_MAX } from './limits';

const trackingNumbers = label(
  'Takip numaraları',
  'Tracking numbers',
)(
  t.Array(object({ orderId: order.reference, trackingNumber }), {
    maxItems: THINGS_MAX,
    description: 'One for an order. An order without one is sent without a number.',
  }),
);

export default bulkAct({
  id: 'bulk.orders.ship',
  label: { tr: 'Siparişleri kargola', en: 'Ship orders' },
  summary: "Ship all that may leave of many orders with the merchant's own carrier, as one proposal.",
  path: 'shipments',
  role: 'packer',
  of: order.reference,
  terms: {
    carrier: label('Kargo firması', 'Carrier')(line(60, { description: 'A code of `cargo.carriers.list`.' })),
    trackingNumbers: t.Optional(trackingNumbers),
  },
  example: {
    ids: [exampleId('ord', 'KAPDA')],
    carrier: 'yurtici',
    trackingNumbers: [{ orderId: exampleId('ord', 'KAPDA'), trackingNumber: '123456789012' }],
  },

  check({ trackingNumbers = [] }, ids) {
    const selected = new Set(ids);
    const orderIds = new Set<string>();
    for (const [index, { orderId }] of trackingNumbers.entries()) {
      const message = orderIds.has(orderId) ? 'is named twice' : 'is not among the orders';
      if (orderIds.has(orderId) || !selected.has(orderId))
        refuse('invalid_request', `/trackingNumbers/${index}/orderId ${message}`, {
          errors: [{ pointer: `/trackingNumbers/${index}/orderId`, message }],
        });
      orderIds.add(orderId);
    }
  },

  async plan({ ids, terms: { carrier, trackingNumbers = [] } }) {
    const numbers = new Map(trackingNumbers.map((each) => [each.orderId, each.trackingNumber]));
    return ids.map((orderId) => {
      const trackingNumber = numbers.get(orderId);
      return {
        command: 'order.ship',
        payload: { orderId, carrier, ...(trackingNumber === undefined ? {} : { trackingNumber }) },
      };
    });
  },
});
