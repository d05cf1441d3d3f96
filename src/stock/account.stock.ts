import { type ItemPosition, type ItemRow, listItems, needsSales, stockSorts } from '../catalog/stock/list-store';
import { stockCount } from '../catalog/stock/view';
import { readRoute } from '../kernel/declaration/route';
import { refuse } from '../kernel/errors';
import { countedPage, countedPageQuery, object, oneOf, t } from '../kernel/schema/schema';
import { searchPatterns } from '../kernel/search-patterns';
import { demandSince, soldByStore } from '../order/line/demand-store';
import { stockItemSchema, withFigures } from './view';

/** Items of one page: a grid shows many rows at once. */
const PAGE_MAX = 250;

/** A cursor carries a title, which may be 200 characters that JSON has to escape. */
const CURSOR_LENGTH_MAX = 2_048;

const DAYS_MAX = 3_650;

export default readRoute({
  id: 'account.stock',
  http: 'GET /v1/account/stock',
  summary:
    'All that has a stock, each variant and each product without variants, a page at a time: what is left, reserved, at marketplaces, sold in 30 days, and for how many days it lasts.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({
    ...countedPageQuery,
    limit: t.Optional(t.Integer({ minimum: 1, maximum: PAGE_MAX, default: 50 })),
    cursor: t.Optional(t.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: CURSOR_LENGTH_MAX })),
    text: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description: 'Words of title, brand, handle, SKU or barcode; case, accents and ı/i make no difference.',
      }),
    ),
    code: t.Optional(t.String({ minLength: 1, maxLength: 100, description: 'A whole barcode or SKU.' })),
    out: t.Optional(t.Boolean({ description: 'true: those of which none are left.' })),
    lowPieces: t.Optional(stockCount({ description: 'Those of which at most so many are left.' })),
    lowDays: t.Optional(
      t.Integer({
        minimum: 0,
        maximum: DAYS_MAX,
        description: 'Those that last for at most so many days. With lowPieces: one of both.',
      }),
    ),
    sort: t.Optional(
      oneOf(stockSorts, {
        default: 'title',
        description:
          'What is not counted, or does not sell, comes last where that decides. By title, a text brings first what is named so or has that code, then what begins so.',
      }),
    ),
  }),
  result: countedPage(stockItemSchema),
  refuses: ['invalid_request'],

  async run({ db, storeId, query, cursors }) {
    const { text, code, out, lowPieces, lowDays, sort = 'title' } = query;
    const search = text === undefined ? undefined : searchPatterns(text);
    if (text !== undefined && !search)
      refuse('invalid_request', 'text holds no word.', {
        errors: [{ pointer: '/query/text', message: 'holds no word' }],
      });
    const demand = demandSince(new Date());
    const how = { filter: { search, typed: text?.trim(), code: code?.trim(), out, lowPieces, lowDays }, sort };
    return db.snapshot(async (moment) => {
      const sales = needsSales(how) ? await soldByStore(moment, storeId, demand) : null;
      const { items, ...page } = await cursors.countedPage(moment, {
        kinds: [sort === 'title' ? 'text' : 'int8', 'text', 'int4'],
        position: ({ sortKey, productId, place }: ItemRow): ItemPosition => [sortKey, productId, place],
        rows: (from, after, most) =>
          listItems(from, storeId, { ...how, sales, over: demand }, after as ItemPosition | null, most),
        view: (row) => row,
      });
      return { ...page, items: await withFigures(moment, storeId, items, demand) };
    });
  },
});
