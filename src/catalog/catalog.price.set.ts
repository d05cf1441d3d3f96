import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { changesNothing, patchBack } from '../kernel/schema/patch';
import { expectedRev, id, kurus, nullable, object, rev } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { product, sharedLabels } from './product/aggregate';
import { getProduct, getProductOfVariant, saveProduct, saveVariantPrice } from './product/store';
import { stockTarget } from './stock/view';

export default command({
  id: 'catalog.price.set',
  label: { tr: 'Fiyatı belirle', en: 'Set the price' },
  summary: 'Set the price of a product or variant in kuruş; a variant without one has the price of its product.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({
    targetId: stockTarget,
    expectedRev,
    price: sharedLabels.price(nullable(kurus({ description: 'Kuruş; null on a variant: the price of the product.' }))),
    compareAt: product.creates.compareAt,
  }),
  result: object({
    targetId: id('prd', 'var'),
    productId: id('prd'),
    rev: rev({ description: 'Rev of the product.' }),
    price: nullable(kurus()),
    compareAt: nullable(kurus()),
  }),
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'compare_at_on_variant', 'price_required'],
  example: { targetId: exampleId('prd', 'CEZVE'), price: 49_900, compareAt: 54_900 },
  subject: product.by('targetId'),

  first: ({ payload: { targetId }, storeId, tx }) =>
    (isVariant(targetId) ? getProductOfVariant : getProduct)(tx, storeId, targetId),

  async run({ payload, storeId, tx, now, first, record, guardRev, inverse }) {
    const { targetId, price, compareAt } = payload;
    const ofVariant = isVariant(targetId);
    if (ofVariant && compareAt !== undefined) {
      refuse('compare_at_on_variant', undefined, {
        errors: [{ pointer: '/compareAt', message: 'belongs to the product' }],
      });
    }
    const before = await first;
    guardRev(before.id, before.rev);
    assertActive(before);
    if (ofVariant) {
      const variant = before.variants.find(({ id }) => id === targetId);
      const old = { price: variant?.price ?? null };
      if (price === old.price) return { targetId, productId: before.id, rev: before.rev, price, compareAt: null };
      const rev = saveVariantPrice(tx, storeId, before, targetId, price, now);
      record('variant', targetId, old, { price }, { productId: before.id });
      inverse('catalog.price.set', { targetId, expectedRev: rev, ...old });
      return { targetId, productId: before.id, rev, price, compareAt: null };
    }
    if (price === null) {
      return refuse('price_required', undefined, {
        errors: [{ pointer: '/price', message: 'must be an amount for a product' }],
      });
    }
    const after = { ...before, price, compareAt: compareAt === undefined ? before.compareAt : compareAt };
    if (changesNothing(before, { price, compareAt: after.compareAt }))
      return { targetId, productId: targetId, rev: before.rev, price, compareAt: after.compareAt };
    const rev = saveProduct(tx, storeId, before, after, now);
    record(
      'product',
      targetId,
      { price: before.price, compareAt: before.compareAt },
      { price, compareAt: after.compareAt },
    );
    const compareAtBack = patchBack(before, { compareAt: after.compareAt });
    inverse('catalog.price.set', { targetId, expectedRev: rev, price: before.price, ...compareAtBack });
    return { targetId, productId: targetId, rev, price, compareAt: after.compareAt };
  },
});

const isVariant = (targetId: string): boolean => targetId.startsWith('var_');
