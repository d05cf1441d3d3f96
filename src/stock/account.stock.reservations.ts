import { namedItems } from '../catalog/stock/list-store';
import { stockTarget } from '../catalog/stock/view';
import { readRoute } from '../kernel/declaration/route';
import { id, object, t, typeNamed, unit } from '../kernel/schema/schema';
import { demandSince, reservationsOf } from '../order/line/demand-store';

const ITEMS_MAX = 100;
const ORDERS_OF_ITEM_MAX = 20;

const reservationSchema = typeNamed('StockReservation')(
  object({
    id: stockTarget,
    orderId: id('ord'),
    orderNumber: t.String(),
    pieces: t.Integer({
      minimum: 1,
      ...unit('count'),
      description: 'Taken from stock for the order, and not sent yet.',
    }),
  }),
);

export default readRoute({
  id: 'account.stock.reservations',
  http: 'POST /v1/account/stock/reservations',
  summary:
    'The orders for which pieces of items are reserved: where fewer are on the shelf, the newest cannot be sent.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  body: object({ ids: t.Array(stockTarget, { minItems: 1, maxItems: ITEMS_MAX, uniqueItems: true }) }),
  result: object({
    items: t.Array(reservationSchema, {
      maxItems: ITEMS_MAX * ORDERS_OF_ITEM_MAX,
      description: `By item, the newest order first; at most ${ORDERS_OF_ITEM_MAX} orders of each. Pieces held for orders to come have none.`,
    }),
  }),
  refuses: [],

  run: ({ db, storeId, body: { ids } }) =>
    db.snapshot(async (moment) => {
      const items = await namedItems(moment, storeId, { ids, codes: [], over: demandSince(new Date()) }, ITEMS_MAX);
      return { items: items.length === 0 ? [] : await reservationsOf(moment, storeId, items, ORDERS_OF_ITEM_MAX) };
    }),
});
