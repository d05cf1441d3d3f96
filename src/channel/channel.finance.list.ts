import { extensionKey } from '../extension/aggregate';
import { assertKept } from '../extension/store';
import { readRoute } from '../kernel/declaration/declare';
import { countedPage, countedPageQuery, nullable, object, t, time } from '../kernel/schema/schema';
import { orderNumber, orderSchema, rowSchema, settlementKind } from './finance/fields';
import { settledOrders } from './finance/orders';
import { listSettlements, type ShownRow } from './finance/store';
import { assertChannel, channelNeeds } from './provider/needs';
import { standOf } from './task/store';

export default readRoute({
  id: 'channel.finance.list',
  label: { tr: 'Pazaryeri hakedişlerini listele', en: 'List the settlements of a marketplace' },
  http: 'GET /v1/channel/{ext}/finance',
  summary:
    'Rows of settlements, the newest first, and what the orders of the page should bring and bring, with the parts of the difference.',
  policy: 'read',
  scope: 'orders:read',
  needs: channelNeeds('known'),
  params: object({ ext: extensionKey }),
  query: object({ ...countedPageQuery, orderNumber: t.Optional(orderNumber), kind: t.Optional(settlementKind) }),
  result: object({
    ...countedPage(rowSchema).properties,
    orders: t.Array(orderSchema, {
      description: 'The orders of which the page has rows, each with the sums of all of its rows.',
    }),
    asOf: nullable(time({ description: 'Up to when settlements were read; null: never to their end.' })),
  }),
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ext: 'trendyol' }, query: { limit: 20 } },

  run({ db, storeId, params: { ext }, query, cursors }) {
    assertChannel(ext);
    const channel = { storeId, extension: ext };
    const { orderNumber: number = null, kind = null } = query;
    return db.snapshot(async (moment) => {
      await assertKept(moment, storeId, ext);
      const { until } = await standOf(moment, storeId, ext, 'finance');
      const page = await cursors.countedPage(moment, {
        kinds: ['time', 'text'],
        position: ({ at, rowId }: ShownRow) => [at, rowId] as const,
        rows: (from, after, most) => listSettlements(from, channel, { orderNumber: number, kind, after }, most),
        view: (row) => row,
      });
      const numbers = [...new Set(page.items.flatMap((row) => row.orderNumber ?? []))];
      return { ...page, orders: await settledOrders(moment, channel, numbers), asOf: until };
    });
  },
});
