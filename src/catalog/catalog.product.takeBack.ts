import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { lockHandles } from './handle/store';
import { product } from './product/aggregate';
import { barcodeMoves } from './product/state';
import { getProduct, placed, releaseBarcodes, saveProduct, updateVariants } from './product/store';
import { type ProductRow, productReceipt, productSnapshot, receiptOf } from './product/view';

export default command({
  id: 'catalog.product.takeBack',
  label: { tr: 'Yeni ürünü geri al', en: 'Take a new product back' },
  summary:
    'Archive a product that was made by mistake, and give its handle, SKUs and barcodes up: another product may have them. Its history is kept.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  flags: ['bumps generation', 'destructive'],
  irreversible: true,
  payload: object({ productId: product.reference, expectedRev }),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { productId: exampleId('prd', 'CEZVE') },
  subject: product.by('productId'),
  route: { http: 'POST /v1/account/products/{prd}/taking-back', names: { prd: 'productId' } },

  async run({ payload: { productId }, storeId, tx, now, record, guardRev }) {
    const before = await getProduct(tx, storeId, productId);
    guardRev(before.id, before.rev);
    assertActive(before);
    // The handle of the archived product is one near its own, so that the product which takes its place has the address.
    const near = { handle: before.handle, derived: true };
    const handle = (await lockHandles(tx, storeId, 'product', [near])).allocate(near) ?? before.handle;
    const variants = before.variants.map((each) => ({ ...each, sku: null, barcode: null }));
    const after: ProductRow = { ...before, status: 'archived', handle, sku: null, barcode: null, variants };
    releaseBarcodes(tx, storeId, [productId], barcodeMoves(before, after).released);
    const rev = saveProduct(tx, storeId, before, after, now);
    updateVariants(tx, storeId, placed(productId, before.variants), placed(productId, variants));
    record('product', productId, productSnapshot(before), productSnapshot(after));
    return receiptOf({ ...after, rev });
  },
});
