import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { product } from './product/aggregate';
import { getProduct, saveProduct } from './product/store';
import { type ProductRow, productReceipt, productSnapshot, receiptOf } from './product/view';

export default command({
  id: 'catalog.product.archive',
  label: { tr: 'Ürünü arşivle', en: 'Archive a product' },
  summary: 'Take a product off the storefront for good; its history, handle and barcodes are kept.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation', 'destructive'],
  irreversible: true,
  payload: object({ productId: product.reference, expectedRev }),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { productId: exampleId('prd', 'CEZVE') },
  subject: product.by('productId'),

  async run({ payload, storeId, tx, now, record, guardRev }) {
    const before = await getProduct(tx, storeId, payload.productId);
    guardRev(before.id, before.rev);
    assertActive(before);
    const after: ProductRow = { ...before, status: 'archived' };
    const rev = saveProduct(tx, storeId, before, after, now);
    record('product', before.id, productSnapshot(before), productSnapshot(after));
    return receiptOf({ ...after, rev });
  },
});
