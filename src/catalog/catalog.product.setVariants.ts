import { command } from '../kernel/declare';
import { Faults } from '../kernel/errors';
import { exampleId } from '../kernel/example';
import { changesNothing } from '../kernel/patch';
import { expectedRev, label, object, ownId, type Static, t } from '../kernel/schema';
import { product } from './product/aggregate';
import { assertActive, barcodeMoves, barcodeRefusal } from './product/state';
import {
  claimBarcodes,
  deleteVariants,
  getProduct,
  insertVariants,
  type PlacedVariant,
  releaseBarcodes,
  saveProduct,
  updateVariants,
} from './product/store';
import {
  type ProductRow,
  productReceipt,
  productSnapshot,
  receiptOf,
  VARIANTS_MAX,
  type Variant,
  variantFields,
} from './product/view';
import { sendMovements } from './stock/store';
import type { Movement } from './stock/view';

const variant = object({ id: t.Optional(ownId('var')), ...variantFields });

export default command({
  id: 'catalog.product.setVariants',
  label: { tr: 'Varyantları belirle', en: 'Set the variants' },
  summary:
    'Replace the variants of a product by the given list, in its order: named ones stay, new ones are added, the rest is removed.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({
    productId: product.reference,
    expectedRev,
    variants: label(
      'Varyantlar',
      'Variants',
    )(
      t.Array(variant, {
        maxItems: VARIANTS_MAX,
        description:
          'With an id: an existing variant, of which title, sku and barcode may change (left out, sku and barcode stay). Without: a new one.',
      }),
    ),
  }),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'variant_unknown', 'barcode_taken', 'invalid_request'],
  example: {
    productId: exampleId('prd', 'FKC'),
    variants: [
      { id: exampleId('var', 'FKC1000'), title: '1 kg, çekirdek' },
      { id: exampleId('var', 'FKC250'), title: '250 g, çekirdek' },
    ],
  },
  subject: product.by('productId'),

  async run({ payload, storeId, tx, now, newId, record, guardRev, inverse }) {
    const { productId } = payload;
    const before = await getProduct(tx, storeId, productId);
    guardRev(productId, before.rev);
    assertActive(before);
    const variants = replaced(before.variants, payload.variants, newId);
    if (changesNothing(before, { variants })) return receiptOf(before);
    const after: ProductRow = { ...before, variants };
    const { released, claimed } = barcodeMoves(before, after);
    const kept = new Set(variants.map((variant) => variant.id));
    const existed = new Set(before.variants.map((variant) => variant.id));
    const gone = before.variants.filter((variant) => !kept.has(variant.id)).map((variant) => variant.id);

    releaseBarcodes(tx, storeId, [productId], released);
    const rev = saveProduct(tx, storeId, before, after, now);
    const [taken, removed] = await Promise.all([
      claimBarcodes(tx, storeId, claimed),
      deleteVariants(tx, storeId, gone),
    ]);
    if (taken.length > 0) {
      throw barcodeRefusal(
        taken,
        (variantId) => `/variants/${variants.findIndex((variant) => variant.id === variantId)}/barcode`,
      );
    }
    const placed = variants.map((variant, position): PlacedVariant => ({ ...variant, productId, position }));
    updateVariants(
      tx,
      storeId,
      placed.filter((variant) => existed.has(variant.id)),
    );
    const added = placed.filter((variant) => !existed.has(variant.id));
    insertVariants(tx, storeId, added);
    const movement = { productId, reason: null };
    sendMovements(
      tx,
      storeId,
      [
        ...removed.flatMap(({ id, stock }): Movement[] =>
          stock === null
            ? []
            : [
                {
                  ...movement,
                  id: newId('stm'),
                  variantId: id,
                  kind: 'removed',
                  delta: -stock,
                  before: stock,
                  after: null,
                },
              ],
        ),
        ...added.flatMap(({ id, stock }): Movement[] =>
          stock === null
            ? []
            : [
                {
                  ...movement,
                  id: newId('stm'),
                  variantId: id,
                  kind: 'initial',
                  delta: stock,
                  before: null,
                  after: stock,
                },
              ],
        ),
      ],
      now,
    );
    record('product', productId, productSnapshot(before), productSnapshot(after));
    // A removed variant is gone with its price and stock, and an added one may be counted and sold by now without the rev
    // moving: only what happened to variants that stay can be taken back.
    if (gone.length === 0 && added.length === 0) {
      const back = before.variants.map(({ id, title, sku, barcode }) => ({ id, title, sku, barcode }));
      inverse('catalog.product.setVariants', { productId, expectedRev: rev, variants: back });
    }
    return receiptOf({ ...after, rev });
  },
});

/** @throws {Refusal} variant_unknown; invalid_request when an existing variant is named twice or given a price or stock */
function replaced(
  existing: readonly Variant[],
  wanted: readonly Static<typeof variant>[],
  newId: (prefix: string) => string,
): Variant[] {
  const byId = new Map(existing.map((variant) => [variant.id, variant]));
  const faults = new Faults();
  const seen = new Set<string>();
  const variants = wanted.map(({ id, title, sku, barcode, price, stock }, index): Variant => {
    if (id === undefined) {
      return {
        id: newId('var'),
        title,
        sku: sku ?? null,
        barcode: barcode ?? null,
        price: price ?? null,
        stock: stock ?? null,
      };
    }
    const pointer = `/variants/${index}`;
    if (seen.has(id)) faults.add('invalid_request', `${pointer}/id`, 'is named twice');
    seen.add(id);
    const current = byId.get(id);
    if (!current) faults.add('variant_unknown', `${pointer}/id`, 'is not a variant of this product');
    if (price !== undefined)
      faults.add('invalid_request', `${pointer}/price`, 'of an existing variant is set by catalog.price.set');
    if (stock !== undefined)
      faults.add('invalid_request', `${pointer}/stock`, 'of an existing variant is set by catalog.stock.set');
    const {
      sku: currentSku = null,
      barcode: currentBarcode = null,
      price: currentPrice = null,
      stock: currentStock = null,
    } = current ?? {};
    return {
      id,
      title,
      sku: sku === undefined ? currentSku : sku,
      barcode: barcode === undefined ? currentBarcode : barcode,
      price: currentPrice,
      stock: currentStock,
    };
  });
  faults.refuse();
  return variants;
}
