import { id, label, t } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';

/** The text by which a product is found; beside the product, so that a change of its price writes no trigrams. */
export const search = table({
  word: 'search',
  label: label('Arama metni', 'Search text'),
  table: 'catalog_search',
  columns: {
    productId: { type: 'text', schema: label('Ürün', 'Product')(id('prd')), kept: 'once' },
    text: { type: 'text', schema: label('Metin', 'Text')(t.String()) },
  },
});
