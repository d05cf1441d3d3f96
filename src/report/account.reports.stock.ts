import { readRoute } from '../kernel/declaration/route';
import { KURUS_MAX } from '../kernel/money';
import { id, kurus, nullable, object, t, unit } from '../kernel/schema/schema';
import { DAY_MS } from '../kernel/shop-time';
import { ROWS_MAX } from './limits';
import { rowsIn, rowsQuery } from './row-limit';
import { deadItemsOf, deadStockOf, stockOf } from './stock-store';

const DAYS = 90;

const count = t.Integer({ minimum: 0, ...unit('count') });
const worth = t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, ...unit('kuruş') });
const sums = object({ items: count, pieces: count, value: worth });

export default readRoute({
  id: 'account.reports.stock',
  http: 'GET /v1/account/reports/stock',
  summary:
    'The worth of all stock at the prices of now, and the stock of which nothing was sold lately, the dearest first.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({
    days: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 366,
        default: DAYS,
        description: 'Stock is dead when it is older than so many days, and nothing of it was sold in them.',
        ...unit('count'),
      }),
    ),
    ...rowsQuery,
  }),
  result: object({
    all: sums,
    dead: sums,
    items: t.Array(
      object({
        productId: id('prd'),
        variantId: nullable(id('var')),
        title: t.String(),
        variantTitle: nullable(t.String()),
        sku: nullable(t.String()),
        stock: count,
        price: kurus({ maximum: KURUS_MAX }),
        value: worth,
      }),
      { maxItems: ROWS_MAX, description: 'Dead stock, the first of it.' },
    ),
  }),
  refuses: ['invalid_request'],

  run({ db, storeId, query: { days = DAYS, ...wanted } }) {
    const since = new Date(Date.now() - days * DAY_MS);
    return db.snapshot(async (moment) => ({
      all: await stockOf(moment, storeId),
      dead: await deadStockOf(moment, storeId, since),
      items: await deadItemsOf(moment, storeId, since, rowsIn(wanted)),
    }));
  },
});
