import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, object } from '../kernel/schema/schema';
import { listedHow, orderListQuery, positionKinds } from './answer/list-query';
import { listOrders } from './answer/list-store';
import { listedOrderSchema } from './answer/view';

export default readRoute({
  id: 'orders.list',
  label: { tr: 'Siparişleri listele', en: 'List the orders' },
  http: 'GET /v1/orders',
  summary: 'Orders, newest first unless asked otherwise; filtered, searched and sorted, a page at a time.',
  policy: 'read',
  scope: 'orders:read',
  role: 'packer',
  query: object({
    ...countedPageQuery,
    ...orderListQuery,
  }),
  result: countedPage(listedOrderSchema),
  refuses: ['invalid_request'],
  example: { query: { payment: 'pending_cod', fulfilment: 'unfulfilled', limit: 20 } },

  run({ db, storeId, query, cursors }) {
    const { limit: _l, cursor: _c, total: _t, ...asked } = query;
    const how = listedHow(asked);
    return cursors.countedPage(db, {
      kinds: positionKinds(asked.sort),
      rows: (from, after, most) => listOrders(from, storeId, how, after, most),
      position: ({ sortKey, id }) => [sortKey, id],
      view: ({ sortKey: _, ...row }) => row,
    });
  },
});
