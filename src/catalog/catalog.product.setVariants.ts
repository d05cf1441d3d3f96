import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { changesNothing } from '../kernel/schema/patch';
import { expectedRev, label, object, t } from '../kernel/schema/schema';
import { forgetFields } from '../metafield/value/forget';
import { assertActive } from './archivable/state';
import { product } from './product/aggregate';
import { barcodeMoves, barcodeRefusal } from './product/state';
import { statedBarcode } from './product/stated-barcode';
import {
  claimBarcodes,
  deleteVariants,
  getProduct,
  insertVariants,
  placed,
  releaseBarcodes,
  saveProduct,
  updateVariants,
} from './product/store';
import { type ProductRow, productReceipt, productSnapshot, receiptOf, VARIANTS_MAX } from './product/view';
import { sendMovements } from './stock/store';
import type { Moved } from './stock/table';
import { variant } from './variant/table';

const stated = object({ id: t.Optional(variant.columns.id.schema), ...variant.creates, barcode: statedBarcode });

export default command({
  id: 'catalog.product.setVariants',
  label: { tr: 'Varyantları belirle', en: 'Set the variants' },
  summary:
    'Replace the variants of a product by the given list, in its order. Named variants stay, new ones are added, the rest is removed.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  removes: true,
  payload: object({
    productId: product.reference,
    expectedRev,
    variants: label(
      'Varyantlar',
      'Variants',
    )(
      t.Array(stated, {
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

  async run(context) {
    const { payload, storeId, tx, now, newId, record, guardRev, inverse } = context;
    const { productId } = payload;
    const before = await getProduct(tx, storeId, productId);
    guardRev(productId, before.rev);
    assertActive(before);
    const variants = variant.replaced(before.variants, payload.variants, '/variants', newId);
    if (changesNothing(before, { variants })) return receiptOf(before);
    const after: ProductRow = { ...before, variants };
    const { released, claimed } = barcodeMoves(before, after);
    const existing = placed(productId, before.variants);
    const { gone, stayed, added } = variant.replacement(existing, placed(productId, variants));

    releaseBarcodes(tx, storeId, [productId], released);
    const rev = saveProduct(tx, storeId, before, after, now);
    const [taken, removed] = await Promise.all([
      claimBarcodes(tx, storeId, claimed),
      deleteVariants(tx, storeId, gone),
    ]);
    if (taken.length > 0) {
      throw barcodeRefusal(
        taken,
        after,
        (variantId) => `/variants/${variants.findIndex((variant) => variant.id === variantId)}/barcode`,
      );
    }
    updateVariants(tx, storeId, existing, stayed);
    insertVariants(tx, storeId, added);
    const movement = { productId, reason: null };
    sendMovements(
      tx,
      storeId,
      [
        ...removed.flatMap(({ id, stock }): Moved[] =>
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
        ...added.flatMap(({ id, stock }): Moved[] =>
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
    await forgetFields(
      context,
      removed.map(({ id }) => id),
    );
    // Stock moves beside the rev: what went is told as it went, and not as it was read.
    const went = new Map(removed.map((row) => [row.id, variant.answer(row)]));
    const had = before.variants.map((each) => went.get(each.id) ?? each);
    record('product', productId, soldOf({ ...before, variants: had }), soldOf(after));
    // A removed variant is gone with its price and stock, and an added one may be counted and sold by now without the rev
    // moving: only what happened to variants that stay can be taken back.
    if (gone.length === 0 && added.length === 0) {
      const back = before.variants.map(variant.restated);
      inverse('catalog.product.setVariants', { productId, expectedRev: rev, variants: back });
    }
    return receiptOf({ ...after, rev });
  },
});

/** With the stock that is sold of the product as a whole: its own one lies idle while it has variants, and is sold again when it has none. */
const soldOf = (row: ProductRow) => ({ ...productSnapshot(row), stock: row.variants.length > 0 ? null : row.stock });
