import { namedItems } from '../catalog/stock/list-store';
import { stockTarget } from '../catalog/stock/view';
import { readRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { demandSince } from '../order/line/demand-store';
import { stockItemSchema, withFigures } from './view';

const NAMES_MAX = 250;

/** A code of a product is that of each of its variants, so codes may find more than there are. */
const ITEMS_MAX = 1_000;

export default readRoute({
  id: 'account.stock.items',
  http: 'POST /v1/account/stock/items',
  summary: 'Items of `GET /v1/account/stock` by their identifiers, barcodes or SKUs: for a count, or a pasted list.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  body: object({
    ids: t.Optional(t.Array(stockTarget, { maxItems: NAMES_MAX, uniqueItems: true })),
    codes: t.Optional(
      t.Array(t.String({ minLength: 1, maxLength: 100 }), {
        maxItems: NAMES_MAX,
        uniqueItems: true,
        description: 'Whole barcodes or SKUs. One of a product that is sold by variant finds all its variants.',
      }),
    ),
  }),
  result: object({
    items: t.Array(stockItemSchema, {
      maxItems: ITEMS_MAX,
      description: 'By title. What is not there, or is archived, is left out.',
    }),
  }),
  refuses: [],

  run({ db, storeId, body: { ids = [], codes = [] } }) {
    const demand = demandSince(new Date());
    return db.snapshot(async (moment) => {
      const rows = await namedItems(moment, storeId, { ids, codes, over: demand }, ITEMS_MAX);
      return { items: await withFigures(moment, storeId, rows, demand) };
    });
  },
});
