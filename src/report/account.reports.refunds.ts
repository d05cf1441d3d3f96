import { readRoute } from '../kernel/declaration/route';
import { object, page, pageQuery, t, typeNamed } from '../kernel/schema/schema';
import { order } from '../order/order/aggregate';
import { refund } from '../order/refund/aggregate';
import { periodQuery, periodsOf } from './period';
import { rateSchema } from './rates';
import { listSettledRefunds } from './refund-store';

const settledRefundSchema = typeNamed('SettledRefund')(
  object({
    ...{ id: refund.answers.id, orderId: refund.answers.orderId, number: order.answers.number },
    ...{ channel: order.answers.channel, amount: refund.answers.amount, method: refund.answers.method },
    ...{ reference: refund.answers.reference, settledAt: refund.answers.settledAt },
    rates: t.Array(rateSchema, { description: 'Parts of the amount by rate of VAT, the lowest rate first.' }),
  }),
);

export default readRoute({
  id: 'account.reports.refunds',
  http: 'GET /v1/account/reports/refunds',
  summary: 'Money that was given back in a period, the first one first, with its parts by rate of VAT.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({ ...pageQuery, since: periodQuery.since, until: periodQuery.until }),
  result: page(settledRefundSchema),
  refuses: ['invalid_request'],

  run({ db, storeId, query: { since, until }, cursors }) {
    return cursors.page({
      kinds: ['time', 'text'],
      rows(after, most) {
        const [period] = periodsOf({ since, until });
        return listSettledRefunds(db, storeId, period, after, most);
      },
      position: ({ settledAt, id }) => [settledAt, id],
      view: (row) => row,
    });
  },
});
