import { changedPrice, type PriceChange, type PriceEnding, priceEndings } from '../catalog/product/price-change';
import { type PricedProduct, pricesOf } from '../catalog/product/price-store';
import { exampleId } from '../kernel/declaration/example';
import { Refusal, refuse } from '../kernel/errors';
import { KURUS_MAX } from '../kernel/money';
import { id, label, oneOf, t, unit, words } from '../kernel/schema/schema';
import { fields as definitionFields } from '../metafield/definition/fields';
import { amountsIn } from '../metafield/value/store';
import { type BulkCall, bulkAct } from './act';
import { LOWER_PERCENT_MAX, RAISE_PERCENT_MAX } from './limits';

const percent = label(
  'Yüzde',
  'Percent',
)(
  t.Number({
    minimum: -LOWER_PERCENT_MAX,
    maximum: RAISE_PERCENT_MAX,
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

const costKey = label(
  'Maliyet alanı',
  'Field of the cost',
)({
  ...definitionFields.key,
  description:
    'The key of a custom field of the type money, of products or variants: prices are worked out from it, and not from the present ones.',
});

export default bulkAct({
  id: 'bulk.prices.change',
  label: { tr: 'Fiyatları değiştir', en: 'Change prices' },
  summary:
    'Raise or lower the prices of many products and their variants, by percent or by an amount, from what they are or from their cost, as one proposal.',
  path: 'prices',
  of: id('prd'),
  terms: {
    percent: t.Optional(percent),
    amount: t.Optional(amount),
    ending: t.Optional(ending),
    compareAt: t.Optional(compareAt),
    costKey: t.Optional(costKey),
  },
  example: { ids: [exampleId('prd', 'CEZVE')], percent: 5, ending: 'ninety' },

  check({ percent, amount }) {
    if ((percent === undefined) === (amount === undefined))
      refuse('invalid_request', 'Either percent or amount is stated.', {
        errors: [{ pointer: '/percent', message: 'or amount is stated, and not both' }],
      });
  },

  async plan({ db, storeId, ids, terms: { costKey, compareAt, ...change } }) {
    const products = new Map((await pricesOf(db, storeId, ids)).map((product) => [product.id, product]));
    const owners = [...products.values()].flatMap(({ id, variants }) => [id, ...variants.map((variant) => variant.id)]);
    const costs = costKey === undefined ? undefined : await amountsIn(db, storeId, owners, costKey);
    return ids.flatMap((productId): BulkCall[] => {
      const product = products.get(productId);
      // The command says that there is no such product.
      if (!product) return [priceSet(productId, 1)];
      const next = costs ? fromCosts(product, costs, change) : fromPrices(product, change);
      return next.map(({ targetId, price }) =>
        price === null
          ? uncosted(targetId)
          : priceSet(targetId, price, targetId === productId ? compareAtBy(compareAt, product.price) : undefined),
      );
    });
  },
});

/** A thing with the price that it is to have, in kuruş; null: it has no cost from which that could follow. */
interface NextPrice {
  readonly targetId: string;
  readonly price: number | null;
}

/** The changed prices of a product, and of its variants with a price of their own. */
const fromPrices = ({ id, price, variants }: PricedProduct, change: PriceChange): NextPrice[] => [
  { targetId: id, price: changedPrice(price, change) },
  ...variants.flatMap((variant) =>
    variant.price === null ? [] : [{ targetId: variant.id, price: changedPrice(variant.price, change) }],
  ),
];

/**
 * The prices of a product and its variants over their costs. A variant without a cost of its own has that of the product. A product whose
 * variants all have one needs none itself: nobody pays its price.
 */
function fromCosts(
  { id, variants }: PricedProduct,
  costs: ReadonlyMap<string, number>,
  change: PriceChange,
): NextPrice[] {
  const over = (cost: number | undefined): number | null => (cost === undefined ? null : changedPrice(cost, change));
  const own = costs.get(id);
  const isUnsold = own === undefined && variants.length > 0 && variants.every((variant) => costs.has(variant.id));
  return [
    ...(isUnsold ? [] : [{ targetId: id, price: over(own) }]),
    ...variants.flatMap((variant) =>
      variant.price === null && !costs.has(variant.id)
        ? []
        : [{ targetId: variant.id, price: over(costs.get(variant.id) ?? own) }],
    ),
  ];
}

const uncosted = (targetId: string): BulkCall => ({
  command: 'catalog.price.set',
  payload: { targetId },
  refused: new Refusal('invalid_state', 'It has no cost in that field.', { facts: { state: 'uncosted' } }),
});

const priceSet = (targetId: string, price: number, compareAt?: number | null): BulkCall => ({
  command: 'catalog.price.set',
  payload: { targetId, price, ...(compareAt === undefined ? {} : { compareAt }) },
});

/** @returns undefined: it stays as it is */
const compareAtBy = (wanted: 'present' | 'none' | undefined, price: number): number | null | undefined =>
  wanted === 'present' ? price : wanted === 'none' ? null : undefined;
