import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { changesNothing, patchBack } from '../kernel/schema/patch';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { activeCategories } from './category/store';
import { type HandleWish, refuseTaken } from './handle/handle';
import { lockHandles } from './handle/store';
import { product } from './product/aggregate';
import { barcodeMoves, barcodeRefusal } from './product/state';
import { statedBarcode } from './product/stated-barcode';
import { claimBarcodes, getProduct, releaseBarcodes, saveProduct } from './product/store';
import { type ProductRow, productReceipt, productSnapshot, receiptOf } from './product/view';

export default command({
  id: 'catalog.product.update',
  label: { tr: 'Ürünü düzenle', en: 'Edit a product' },
  summary: 'Change fields of a product; those left out stay. Price and stock have commands of their own.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object(
    { productId: product.reference, expectedRev, ...product.updates, barcode: statedBarcode },
    { minProperties: 2 },
  ),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'category_unknown', 'handle_taken', 'barcode_taken'],
  example: { productId: exampleId('prd', 'CEZVE'), title: 'Bakır Cezve, dört fincanlık', tags: ['bakır', 'el işi'] },
  subject: product.by('productId'),

  first: ({ payload: { productId, handle, categoryId }, storeId, tx }) =>
    Promise.all([
      getProduct(tx, storeId, productId),
      lockHandles(tx, storeId, 'product', handle === undefined ? [] : [wishFor(handle)]),
      activeCategories(tx, storeId, categoryId ? [categoryId] : []),
    ]),

  async run({ payload, storeId, tx, now, first, record, guardRev, inverse }) {
    const { productId, expectedRev: _guarded, ...patch } = payload;
    const { handle, categoryId } = patch;
    const [before, handles, categories] = await first;
    guardRev(productId, before.rev);
    assertActive(before);
    if (handle !== undefined && handle !== before.handle && handles.allocate(wishFor(handle)) === undefined)
      refuseTaken(handle);
    if (categoryId && categoryId !== before.categoryId && !categories.has(categoryId)) {
      const errors = [{ pointer: '/categoryId', message: 'is not an active category' }];
      refuse('category_unknown', `${categoryId} is not an active category.`, { errors });
    }
    if (changesNothing(before, patch)) return receiptOf(before);
    const after: ProductRow = { ...before, ...patch };
    const { released, claimed } = barcodeMoves(before, after);
    releaseBarcodes(tx, storeId, [productId], released);
    const rev = saveProduct(tx, storeId, before, after, now);
    const taken = await claimBarcodes(tx, storeId, claimed);
    if (taken.length > 0) throw barcodeRefusal(taken, after, () => '/barcode');
    record('product', productId, productSnapshot(before), productSnapshot(after));
    inverse('catalog.product.update', { productId, expectedRev: rev, ...patchBack(before, patch) });
    return receiptOf({ ...after, rev });
  },
});

const wishFor = (handle: string): HandleWish => ({ handle, derived: false });
