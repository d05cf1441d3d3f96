import { readRoute } from '../kernel/declaration/route';
import { object } from '../kernel/schema/schema';
import { listViewsSchema } from './views/schema';
import { viewsOf } from './views/store';

export default readRoute({
  id: 'account.views',
  http: 'GET /v1/account/views',
  summary: 'The own views and columns of the lists of orders and products in this store.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  result: object({ orders: listViewsSchema, products: listViewsSchema }),
  refuses: [],

  run: ({ db, storeId, principal }) => viewsOf(db, storeId, principal.id),
});
