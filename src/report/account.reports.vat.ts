import { readRoute } from '../kernel/declaration/route';
import { kurus, object, t, unit } from '../kernel/schema/schema';
import { periodQuery, periodSchema, periodsOf } from './period';
import { vatOf } from './sales-store';

const rates = t.Array(
  object({
    vatRate: t.Integer(unit('percent')),
    gross: kurus({ description: 'VAT included, after discounts, with the shares of shipping and fees.' }),
    vat: kurus({ description: 'Within gross.' }),
  }),
  { description: 'The lowest rate first.' },
);

export default readRoute({
  id: 'account.reports.vat',
  http: 'GET /v1/account/reports/vat',
  summary: 'The VAT of the orders of a period by rate, beside another period. Money given back is not taken off.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object(periodQuery),
  result: object({ ...periodSchema, rates, before: object({ ...periodSchema, rates }) }),
  refuses: ['invalid_request'],

  run({ db, storeId, query }) {
    const [period, earlier] = periodsOf(query);
    return db.snapshot(async (moment) => ({
      ...period,
      rates: await vatOf(moment, storeId, period),
      before: { ...earlier, rates: await vatOf(moment, storeId, earlier) },
    }));
  },
});
