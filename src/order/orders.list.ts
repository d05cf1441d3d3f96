import { carriers } from '../cargo/carrier/carriers';
import { readRoute } from '../kernel/declaration/declare';
import { refuse } from '../kernel/errors';
import {
  askedBefore,
  askedSince,
  countedPage,
  countedPageQuery,
  id,
  kurus,
  object,
  oneOf,
  t,
} from '../kernel/schema/schema';
import { searchPatterns } from '../kernel/search-patterns';
import { listOrders, orderSorts } from './answer/list-store';
import { listedOrderSchema } from './answer/view';
import { fulfilmentState, paymentState, refundState } from './order/aggregate';
import { wantedText } from './order/search';
import { returnState } from './return/aggregate';

export default readRoute({
  id: 'orders.list',
  label: { tr: 'Siparişleri listele', en: 'List the orders' },
  http: 'GET /v1/orders',
  summary: 'Orders, newest first unless asked otherwise; filtered, searched and sorted, a page at a time.',
  policy: 'read',
  scope: 'orders:read',
  query: object({
    ...countedPageQuery,
    text: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 100,
        description:
          'Words of number, buyer, e-mail, telephone or product; case, accents and ı/i make no difference, nor how a telephone number is written. Or the whole tracking number of a parcel.',
      }),
    ),
    payment: t.Optional(paymentState),
    fulfilment: t.Optional({
      ...fulfilmentState,
      description: '`unfulfilled` leaves out cancelled orders, unless `payment` asks for them.',
    }),
    refund: t.Optional(refundState),
    return: t.Optional(returnState),
    channel: t.Optional(
      t.String({ pattern: '^[a-z][a-z0-9-]{1,39}$', description: '`store`, or the key of a marketplace extension.' }),
    ),
    carrier: t.Optional(
      oneOf(carriers.map(({ code }) => code) as [string, ...string[]], {
        description: 'Of a parcel that is not cancelled; of `cargo.carriers.list`.',
      }),
    ),
    customerId: t.Optional(id('cus')),
    productId: t.Optional(id('prd')),
    unmapped: t.Optional(t.Boolean({ description: 'true: with a line whose product nobody knows. false: with none.' })),
    oversold: t.Optional(
      t.Boolean({ description: 'true: with pieces that were not there when they were sold. false: with none.' }),
    ),
    placedSince: t.Optional(askedSince()),
    placedBefore: t.Optional(askedBefore()),
    minTotal: t.Optional(kurus({ description: 'Kuruş.' })),
    maxTotal: t.Optional(kurus({ description: 'Kuruş.' })),
    sort: t.Optional(oneOf(orderSorts, { default: '-placedAt' })),
  }),
  result: countedPage(listedOrderSchema),
  refuses: ['invalid_request'],
  example: { query: { payment: 'pending_cod', fulfilment: 'unfulfilled', limit: 20 } },

  run({ db, storeId, query, cursors }) {
    const { sort = '-placedAt', text, limit: _l, cursor: _c, total: _t, ...filter } = query;
    const search = text === undefined ? undefined : searchPatterns(wantedText(text));
    if (text !== undefined && !search)
      refuse('invalid_request', 'text holds no word.', {
        errors: [{ pointer: '/query/text', message: 'holds no word' }],
      });
    const trackingNumber = text?.trim();
    return cursors.countedPage(db, {
      kinds: [sort.endsWith('total') ? 'int8' : 'time', 'text'],
      rows: (from, after, most) =>
        listOrders(from, storeId, { filter: { ...filter, search, trackingNumber }, sort }, after, most),
      position: ({ sortKey, id }) => [sortKey, id],
      view: ({ sortKey: _, ...row }) => row,
    });
  },
});
