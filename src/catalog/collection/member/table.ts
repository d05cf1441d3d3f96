import { id, label, t } from '../../../kernel/schema/schema';
import { table } from '../../../kernel/table/table';
import { collection } from '../aggregate';

/** A storefront shows the handles of the products in their order. */
const projected = { projected: 'decides' } as const;

/** The membership of a product in a collection, and its place there. Archived products stay where they are. */
export const member = table({
  word: 'member',
  label: label('Koleksiyondaki ürün', 'Product of a collection'),
  table: 'catalog_collection_product',
  columns: {
    collectionId: { type: 'text', schema: collection.reference, kept: 'once', ...projected },
    productId: { type: 'text', schema: label('Ürün', 'Product')(id('prd')), kept: 'once', ...projected },
    position: { type: 'integer', schema: label('Sıra', 'Position')(t.Integer({ minimum: 0 })), ...projected },
  },
});
