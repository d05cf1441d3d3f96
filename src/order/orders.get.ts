import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { id, object } from '../kernel/schema/schema';
import { readOrder } from './answer/store';
import { orderSchema } from './answer/view';

export default readRoute({
  id: 'orders.get',
  label: { tr: 'Siparişi oku', en: 'Read an order' },
  http: 'GET /v1/orders/{ord}',
  summary: 'An order with its lines, amounts and timeline.',
  policy: 'read',
  scope: 'orders:read',
  role: 'packer',
  params: object({ ord: id('ord') }),
  result: orderSchema,
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ord: exampleId('ord', 'KAPDA') } },

  run: ({ db, params }) => readOrder(db, params.ord),
});
