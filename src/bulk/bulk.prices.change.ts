import { changedPrice, type PriceEnding, priceEndings } from '../catalog/product/price-change';
import { pricesOf } from '../catalog/product/price-store';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { KURUS_MAX } from '../kernel/money';
import { id, label, oneOf, t, unit, words } from '../kernel/schema/schema';
import { type BulkCall, bulkAct } from './act';

const PERCENT_MIN = -90;
const PERCENT_MAX = 1_000;

const percent = label(
  'Yüzde',
  'Percent',
)(
  t.Number({
    minimum: PERCENT_MIN,
    maximum: PERCENT_MAX,
    ...unit('percent'),
    description: 'Raises the price by so much, or lowers it; two decimals count.',
  }),
);
const amount = label(
  'Tutar',
  'Amount',
)(
  t.Integer({
    minimum: -KURUS_MAX,
    maximum: KURUS_MAX,
    ...unit('kuruş'),
    description: 'Raises the price by so many kuruş, or lowers it.',
  }),
);
const ending = label(
  'Yuvarlama',
  'Rounding',
)(
  oneOf(
    Object.keys(priceEndings) as PriceEnding[],
    words({
      whole: [',00 ile biter', 'ends in .00'],
      fifty: [',50 ile biter', 'ends in .50'],
      ninety: [',90 ile biter', 'ends in .90'],
      ninetyNine: [',99 ile biter', 'ends in .99'],
    }),
  ),
);
const compareAt = label(
  'İndirimden önceki fiyat',
  'Price before the reduction',
)(
  oneOf(['present', 'none'], {
    ...words({ present: ['şimdiki fiyat', 'the present price'], none: ['kaldırılır', 'is removed'] }),
    description: 'Left out: it stays as it is.',
  }),
);

export default bulkAct({
  id: 'bulk.prices.change',
  label: { tr: 'Fiyatları değiştir', en: 'Change prices' },
  summary:
    'Raise or lower the prices of many products and their variants, by percent or by an amount, as one proposal.',
  path: 'prices',
  of: id('prd'),
  terms: {
    percent: t.Optional(percent),
    amount: t.Optional(amount),
    ending: t.Optional(ending),
    compareAt: t.Optional(compareAt),
  },
  example: { ids: [exampleId('prd', 'CEZVE')], percent: 5, ending: 'ninety' },

  check({ percent, amount }) {
    if ((percent === undefined) === (amount === undefined))
      refuse('invalid_request', 'Either percent or amount is stated.', {
        errors: [{ pointer: '/percent', message: 'or amount is stated, and not both' }],
      });
  },

  async plan({ db, storeId, ids, terms }) {
    const products = new Map((await pricesOf(db, storeId, ids)).map((product) => [product.id, product]));
    return ids.flatMap((productId): BulkCall[] => {
      const product = products.get(productId);
      // The command says that there is no such product.
      if (!product) return [priceSet(productId, 1)];
      const { price, variants } = product;
      return [
        priceSet(productId, changedPrice(price, terms), compareAtBy(terms.compareAt, price)),
        ...variants.map((variant) => priceSet(variant.id, changedPrice(variant.price, terms))),
      ];
    });
  },
});

const priceSet = (targetId: string, price: number, compareAt?: number | null): BulkCall => ({
  command: 'catalog.price.set',
  payload: { targetId, price, ...(compareAt === undefined ? {} : { compareAt }) },
});

/** @returns undefined: it stays as it is */
const compareAtBy = (wanted: 'present' | 'none' | undefined, price: number): number | null | undefined =>
  wanted === 'present' ? price : wanted === 'none' ? null : undefined;
