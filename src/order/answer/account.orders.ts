import { readRoute } from '../../kernel/declaration/route';
import { kurus, label, object, page, pageQuery, t, typeNamed, unit } from '../../kernel/schema/schema';
import { order } from '../order/aggregate';
import { type Accounts, accountsOf } from './accounts-store';
import { listedHow, orderListQuery, positionKinds } from './list-query';
import { listOrders } from './list-store';

const { answers } = order;

const rates = t.Array(
  object({
    vatRate: label('KDV (%)', 'VAT (%)')(t.Integer(unit('percent'))),
    gross: kurus({ description: 'VAT included, after discounts, with its share of shipping and fees.' }),
    vat: kurus({ description: 'Within gross.' }),
  }),
  { description: 'By rate of VAT, the lowest first. Their sums are total and vatTotal of the order.' },
);

const { schema: uncollected } = order.columns.uncollected;

const accountedOrderSchema = typeNamed('AccountedOrder')(
  object({
    ...{ id: answers.id, number: answers.number, externalNumber: answers.externalNumber },
    ...{ channel: answers.channel, placedAt: answers.placedAt, buyerName: answers.buyerName },
    ...{ billing: answers.billing, identityStated: answers.identityStated },
    ...{ itemsTotal: answers.itemsTotal, discountTotal: answers.discountTotal, shippingTotal: answers.shippingTotal },
    ...{
      codFee: answers.codFee,
      uncollected,
      total: answers.total,
      vatTotal: answers.vatTotal,
      rates,
      refunded: answers.refunded,
    },
    ...{ paymentMethod: answers.paymentMethod, payment: answers.payment, fulfilment: answers.fulfilment },
  }),
);

export default readRoute({
  id: 'account.orders',
  http: 'GET /v1/account/orders',
  summary:
    'Orders as their accountant wants them, with the filters of `orders.list`: whom the invoice names, and amounts by rate of VAT, without goods for which no cash comes at the door.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({ ...pageQuery, ...orderListQuery }),
  result: page(accountedOrderSchema),
  refuses: ['invalid_request'],

  run({ db, storeId, query, cursors }) {
    const { limit: _l, cursor: _c, ...asked } = query;
    const how = listedHow(asked);
    return db.snapshot((moment) =>
      cursors.page({
        kinds: positionKinds(asked.sort),
        async rows(after, most) {
          const found = await listOrders(moment, storeId, how, after, most);
          const accounts = await accountsOf(
            moment,
            storeId,
            found.map(({ id }) => id),
          );
          return found.map((row) => ({ ...row, ...(accounts.get(row.id) as Accounts) }));
        },
        position: ({ sortKey, id }) => [sortKey, id],
        view: (row) => ({
          ...{ id: row.id, number: row.number, externalNumber: row.externalNumber, channel: row.channel },
          ...{ placedAt: row.placedAt, buyerName: row.buyerName, billing: row.billing },
          ...{ identityStated: row.identityStated, itemsTotal: row.itemsTotal, discountTotal: row.discountTotal },
          ...{
            shippingTotal: row.shippingTotal,
            codFee: row.codFee,
            uncollected: row.uncollected,
            total: row.total,
            vatTotal: row.vatTotal,
          },
          ...{ rates: row.rates, refunded: row.refunded, paymentMethod: row.paymentMethod, payment: row.payment },
          fulfilment: row.fulfilment,
        }),
      }),
    );
  },
});
