import { readRoute } from '../kernel/declaration/route';
import { countedPageQuery, id, object, t } from '../kernel/schema/schema';
import { returnKind, returnState } from '../order/return/aggregate';
import { countOpen, listReturns } from '../order/return/list-store';
import { returnPage } from '../order/return/view';

export default readRoute({
  id: 'returns.list',
  label: { tr: 'Ürün iadelerini listele', en: 'List the returns' },
  http: 'GET /v1/returns',
  summary: 'Returns, newest first, filtered, a page at a time; and how many wait in each state.',
  policy: 'read',
  scope: 'orders:read',
  query: object({
    ...countedPageQuery,
    state: t.Optional(returnState),
    kind: t.Optional(returnKind),
    orderId: t.Optional(id('ord')),
  }),
  result: returnPage,
  refuses: ['invalid_request'],
  example: { query: { state: 'requested', limit: 20 } },

  run({ db, storeId, query, cursors }) {
    const { state, kind, orderId } = query;
    return db.snapshot(async (moment) => {
      const page = await cursors.countedPageById(moment, {
        rows: (from, before, most) => listReturns(from, storeId, { state, kind, orderId }, before, most),
        view: (row) => row,
      });
      return { ...page, open: await countOpen(moment, storeId) };
    });
  },
});
