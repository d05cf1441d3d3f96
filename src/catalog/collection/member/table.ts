import { id, label, t } from '../../../kernel/schema';
import { table } from '../../../kernel/table';
import { collection } from '../aggregate';

/** That a product stands in a collection, and where. Archived products stay where they are. */
export const member = table({
  word: 'member',
  label: label('Koleksiyondaki ürün', 'Product of a collection'),
  table: 'catalog_collection_product',
  columns: {
    collectionId: { type: 'text', schema: collection.reference, kept: 'once' },
    productId: { type: 'text', schema: label('Ürün', 'Product')(id('prd')), kept: 'once' },
    position: { type: 'integer', schema: label('Sıra', 'Position')(t.Integer({ minimum: 0 })) },
  },
});
