import { categoryTitles, productTitles } from '../catalog/title/store';
import type { Queryable } from '../kernel/database/queryable';
import { readRoute } from '../kernel/declaration/route';
import { KURUS_MAX } from '../kernel/money';
import { kurus, nullable, object, oneOf, type Static, t, typeNamed, unit } from '../kernel/schema/schema';
import { ROWS_MAX } from './limits';
import { periodQuery, periodSchema, periodsOf } from './period';
import { rowsIn, rowsQuery } from './row-limit';
import { type Division, divisions, type Sums, type SumsOf, salesBy, salesOf } from './sales-store';

const count = (description: string) => t.Integer({ description, ...unit('count') });
const amount = (description: string) => kurus({ minimum: -KURUS_MAX, description });

const money = {
  pieces: count('Pieces of the orders.'),
  goods: amount('The price of the goods before discounts.'),
  discounts: amount('Taken off the price.'),
  delivery: amount('Shipping and the fee of cash on delivery.'),
  total: amount('goods − discounts + delivery: what buyers pay, VAT included.'),
  refunds: amount('Given back in the period, whenever its order was placed.'),
  net: amount('total − refunds.'),
};

const figures = {
  orders: count('Placed in the period; paid, or paid at the door.'),
  ...money,
  returns: count('Returns that buyers asked for in the period.'),
};

const sumsSchema = typeNamed('SalesSums')(object(figures));

const rowSchema = typeNamed('SalesRow')(
  object({
    key: nullable(t.String({ description: 'null: of no product that is known here, or of no category.' })),
    name: nullable(t.String({ description: 'Of the product or the category.' })),
    ...figures,
  }),
);

type Figures = Static<typeof sumsSchema>;

const figuresOf = ({ orders, pieces, goods, discounts, delivery, refunds, returns }: Sums): Figures => {
  const total = goods - discounts + delivery;
  return { orders, pieces, goods, discounts, delivery, total, refunds, net: total - refunds, returns };
};

/** The part of all sales that stands in no row. */
function restOf(all: Figures, rows: readonly Figures[]): Static<ReturnType<typeof object<typeof money>>> {
  const leftOf = (of: keyof typeof money): number => rows.reduce((sum, row) => sum - row[of], all[of]);
  return {
    ...{
      pieces: leftOf('pieces'),
      goods: leftOf('goods'),
      discounts: leftOf('discounts'),
      delivery: leftOf('delivery'),
    },
    ...{ total: leftOf('total'), refunds: leftOf('refunds'), net: leftOf('net') },
  };
}

const titlesBy: Readonly<Partial<Record<Division, typeof productTitles>>> = {
  product: productTitles,
  category: categoryTitles,
};

/** Finds what products or categories are called now, by their ids. */
async function namesOf(db: Queryable, storeId: string, by: Division, keys: readonly string[]) {
  const titles = (await titlesBy[by]?.(db, storeId, keys)) ?? [];
  return new Map(titles.map(({ id, title }) => [id, title]));
}

export default readRoute({
  id: 'account.reports.sales',
  http: 'GET /v1/account/reports/sales',
  summary:
    'Orders, money, refunds and returns of a period by day, channel, payment, product or category, beside another period.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  query: object({ ...periodQuery, by: oneOf(divisions), ...rowsQuery }),
  result: object({
    ...periodSchema,
    totals: sumsSchema,
    rows: t.Array(rowSchema, {
      maxItems: ROWS_MAX,
      description: 'Days in their order; products and categories with the largest sales first.',
    }),
    more: t.Boolean({ description: 'There are more rows than are shown.' }),
    rest: object(money, {
      description: 'Of the totals what is in no row: delivery and refunds of no piece, and what comes behind the rows.',
    }),
    before: object({
      ...periodSchema,
      totals: sumsSchema,
      rows: t.Array(rowSchema, {
        maxItems: ROWS_MAX,
        description: 'Of days, all. Of everything else, those that `rows` has.',
      }),
    }),
  }),
  refuses: ['invalid_request'],

  run({ db, storeId, query: { by, rows: wanted, ...asked } }) {
    const most = rowsIn({ rows: wanted });
    const [period, earlier] = periodsOf(asked);
    return db.snapshot(async (moment) => {
      const sales = await salesBy(moment, storeId, by, period, { most: most + 1 });
      const shown = sales.slice(0, most);
      const keys = shown.map(({ key }) => key);
      const compared = await salesBy(moment, storeId, by, earlier, { most, ...(by === 'day' ? {} : { keys }) });
      const names = await namesOf(moment, storeId, by, keys);
      const rowOf = ({ key, ...sums }: SumsOf): Static<typeof rowSchema> => ({
        key: key === '' ? null : key,
        name: names.get(key) ?? null,
        ...figuresOf(sums),
      });
      const totals = figuresOf(await salesOf(moment, storeId, period));
      const rows = shown.map(rowOf);
      return {
        ...period,
        totals,
        rows,
        more: sales.length > shown.length,
        rest: restOf(totals, rows),
        before: {
          ...earlier,
          totals: figuresOf(await salesOf(moment, storeId, earlier)),
          rows: compared.map(rowOf),
        },
      };
    });
  },
});
