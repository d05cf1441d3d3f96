import { product } from '../catalog/product/aggregate';
import { exampleId } from '../kernel/declaration/example';
import { bulkAct } from './act';

const { schema: categoryId } = product.columns.categoryId;

export default bulkAct({
  id: 'bulk.products.categorize',
  label: { tr: 'Ürünlerin kategorisini değiştir', en: 'Put products into a category' },
  summary: 'Put many products into a category, or into none, as one proposal.',
  path: 'categories',
  of: product.reference,
  terms: { categoryId },
  example: { ids: [exampleId('prd', 'CEZVE')], categoryId: null },

  async plan({ ids, terms: { categoryId } }) {
    return ids.map((productId) => ({ command: 'catalog.product.update', payload: { productId, categoryId } }));
  },
});
