import type { Queryable } from '../kernel/database/queryable';
import { readRoute } from '../kernel/declaration/route';
import { kurus, object, t } from '../kernel/schema/schema';
import { type Period, periodQuery, periodSchema, periodsOf } from './period';
import { rateSchema } from './rates';
import { refundedVatOf } from './refund-store';
import { vatOf } from './sales-store';

const rates = t.Array(
  object({
    ...rateSchema.properties,
    refunded: kurus({ description: 'Given back in the period, VAT included, whenever its order was placed.' }),
    refundedVat: kurus({ description: 'Within refunded.' }),
  }),
  { description: 'The lowest rate first.' },
);

async function ratesOf(moment: Queryable, storeId: string, period: Period) {
  const sold = new Map((await vatOf(moment, storeId, period)).map((rate) => [rate.vatRate, rate]));
  const refunded = new Map((await refundedVatOf(moment, storeId, period)).map((rate) => [rate.vatRate, rate]));
  return [...new Set([...sold.keys(), ...refunded.keys()])]
    .toSorted((left, right) => left - right)
    .map((vatRate) => ({
      vatRate,
      gross: sold.get(vatRate)?.gross ?? 0,
      vat: sold.get(vatRate)?.vat ?? 0,
      refunded: refunded.get(vatRate)?.gross ?? 0,
      refundedVat: refunded.get(vatRate)?.vat ?? 0,
    }));
}

export default readRoute({
  id: 'account.reports.vat',
  http: 'GET /v1/account/reports/vat',
  summary: 'The VAT of the orders of a period by rate, and of the money given back in it, beside another period.',
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
      rates: await ratesOf(moment, storeId, period),
      before: { ...earlier, rates: await ratesOf(moment, storeId, earlier) },
    }));
  },
});
