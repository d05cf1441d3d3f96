import { extensionKey } from '../extension/aggregate';
import { exampleMarketplace } from '../extension/example';
import { assertKept } from '../extension/store';
import { readRoute } from '../kernel/declaration/route';
import { countedPage, countedPageQuery, nullable, object, oneOf, t, time } from '../kernel/schema/schema';
import {
  orderNumber,
  orderSchema,
  PERIODS,
  periodNames,
  periodSchema,
  rowSchema,
  settlementKind,
} from './finance/fields';
import { settledOrders } from './finance/orders';
import { type Entry, listEntries, type ShownRow, sumsByPeriod } from './finance/store';
import { assertChannel, channelNeeds } from './provider/needs';
import { standOf } from './task/store';

export default readRoute({
  id: 'channel.finance.list',
  label: { tr: 'Pazaryeri hakedişlerini listele', en: 'List the settlements of a marketplace' },
  http: 'GET /v1/channel/{ext}/finance',
  summary:
    'Rows of settlements, the newest first, and what the orders of the page should bring and bring, with the parts of the difference. Orders without a row yet stand among them.',
  policy: 'read',
  scope: 'orders:read',
  needs: channelNeeds('known'),
  params: object({ ext: extensionKey }),
  query: object({
    ...countedPageQuery,
    orderNumber: t.Optional(orderNumber),
    kind: t.Optional(settlementKind),
    periods: t.Optional(
      oneOf(periodNames, {
        description: `Also sums the rows that are asked for by the last ${PERIODS} weeks or months.`,
      }),
    ),
  }),
  result: object({
    ...countedPage(rowSchema).properties,
    orders: t.Array(orderSchema, {
      description:
        'The orders of which the page has rows, each with the sums of all of its rows, and orders that wait for their first row. Such an order takes the place of a row by the time at which it was placed: a page has `limit` of both.',
    }),
    periods: nullable(
      t.Array(periodSchema, { maxItems: PERIODS, description: 'The oldest first. null: nobody asked for them.' }),
    ),
    asOf: nullable(time({ description: 'Up to when settlements were read; null: never to their end.' })),
  }),
  refuses: ['invalid_request', 'not_found'],
  example: { params: { ext: exampleMarketplace }, query: { limit: 20 } },

  run({ db, storeId, params: { ext }, query, cursors }) {
    assertChannel(ext);
    const channel = { storeId, extension: ext };
    const { orderNumber: number = null, kind = null, periods } = query;
    return db.snapshot(async (moment) => {
      await assertKept(moment, storeId, ext);
      const { until } = await standOf(moment, storeId, ext, 'finance');
      const { items: entries, ...page } = await cursors.countedPage(moment, {
        kinds: ['time', 'text'],
        position: ({ entryAt, name }: Entry) => [entryAt, name] as const,
        rows: (from, after, most) => listEntries(from, channel, { orderNumber: number, kind, after }, most),
        view: (entry) => entry,
      });
      const items = entries.flatMap((entry) => rowIn(entry) ?? []);
      const numbers = entries.flatMap((entry) => entry.waitingOrder ?? entry.orderNumber ?? []);
      return {
        ...page,
        items,
        orders: await settledOrders(moment, channel, [...new Set(numbers)]),
        periods: periods ? await sumsByPeriod(moment, channel, periods, { orderNumber: number, kind }) : null,
        asOf: until,
      };
    });
  },
});

function rowIn(entry: Entry): ShownRow | undefined {
  if (entry.waitingOrder !== null) return undefined;
  const { entryAt: _a, name: _n, waitingOrder: _w, ...row } = entry;
  return row;
}
