import { command } from '../kernel/declare';
import { type FieldError, refuse } from '../kernel/errors';
import { expectedRev, id, object, type Static, t } from '../kernel/schema';
import { assertActive, barcodeMoves, barcodeRefusal } from './product.state';
import {
  claimBarcodes,
  deleteVariants,
  getProduct,
  insertVariants,
  type PlacedVariant,
  releaseBarcodes,
  saveProduct,
  updateVariants,
} from './product.store';
import {
  fields,
  type ProductRow,
  productReceipt,
  productSnapshot,
  receiptOf,
  VARIANTS_MAX,
  type Variant,
} from './product.view';
import { type Movement, sendMovements } from './stock.store';

const variant = object({
  id: t.Optional(id('var')),
  title: fields.variantTitle,
  sku: t.Optional(fields.sku),
  barcode: t.Optional(fields.barcode),
  price: t.Optional(fields.variantPrice),
  stock: t.Optional(fields.stock),
});

export default command({
  id: 'catalog.product.setVariants',
  summary:
    'Replace the variants of a product by the given list, in its order: named ones stay, new ones are added, the rest is removed.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({
    productId: id('prd'),
    expectedRev,
    variants: t.Array(variant, {
      maxItems: VARIANTS_MAX,
      description:
        'With an id: an existing variant, of which title, sku and barcode may change (left out, sku and barcode stay). Without: a new one.',
    }),
  }),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'variant_unknown', 'barcode_taken', 'invalid_request'],

  async run({ payload, storeId, tx, now, newId, record, guardRev, inverse }) {
    const { productId } = payload;
    const before = await getProduct(tx, storeId, productId);
    guardRev(productId, before.rev);
    assertActive(before);
    const variants = replaced(before.variants, payload.variants, newId);
    const after: ProductRow = { ...before, variants };
    const { released, claimed } = barcodeMoves(before, after);
    const kept = new Set(variants.map((variant) => variant.id));
    const existed = new Set(before.variants.map((variant) => variant.id));
    const gone = before.variants.filter((variant) => !kept.has(variant.id)).map((variant) => variant.id);

    releaseBarcodes(tx, storeId, [productId], released);
    const [rev, taken, removed] = await Promise.all([
      saveProduct(tx, storeId, before, after, now),
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
  const unknown: FieldError[] = [];
  const errors: FieldError[] = [];
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
    if (seen.has(id)) errors.push({ pointer: `${pointer}/id`, message: 'is named twice' });
    seen.add(id);
    const current = byId.get(id);
    if (!current) unknown.push({ pointer: `${pointer}/id`, message: 'is not a variant of this product' });
    if (price !== undefined)
      errors.push({ pointer: `${pointer}/price`, message: 'of an existing variant is set by catalog.price.set' });
    if (stock !== undefined)
      errors.push({ pointer: `${pointer}/stock`, message: 'of an existing variant is set by catalog.stock.set' });
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
  if (errors.length > 0) refuse('invalid_request', `${errors[0]?.pointer} ${errors[0]?.message}`, { errors });
  if (unknown.length > 0)
    refuse('variant_unknown', `${unknown[0]?.pointer} ${unknown[0]?.message}`, { errors: unknown });
  return variants;
}
