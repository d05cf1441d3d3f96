import { command } from '../kernel/declare';
import { expectedRev, id, object } from '../kernel/schema';
import { assertActive } from './product.state';
import { getProduct, saveProduct } from './product.store';
import { type ProductRow, productReceipt, productSnapshot, receiptOf } from './product.view';

export default command({
  id: 'catalog.product.archive',
  summary: 'Take a product off the storefront for good; its history, handle and barcodes are kept.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation', 'destructive'],
  irreversible: true,
  payload: object({ productId: id('prd'), expectedRev }),
  result: productReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],

  async run({ payload, storeId, tx, now, record, guardRev }) {
    const before = await getProduct(tx, storeId, payload.productId);
    guardRev(before.id, before.rev);
    assertActive(before);
    const after: ProductRow = { ...before, status: 'archived' };
    const rev = await saveProduct(tx, storeId, before, after, now);
    record('product', before.id, productSnapshot(before), productSnapshot(after));
    return receiptOf({ ...after, rev });
  },
});
