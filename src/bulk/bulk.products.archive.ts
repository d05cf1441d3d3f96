import { product } from '../catalog/product/aggregate';
import { exampleId } from '../kernel/declaration/example';
import { bulkAct } from './act';

export default bulkAct({
  id: 'bulk.products.archive',
  label: { tr: 'Ürünleri arşivle', en: 'Archive products' },
  summary: 'Archive many products, as one proposal. No command brings an archived product back.',
  path: 'archivings',
  of: product.reference,
  terms: {},
  example: { ids: [exampleId('prd', 'CEZVE')] },

  async plan({ ids }) {
    return ids.map((productId) => ({ command: 'catalog.product.archive', payload: { productId } }));
  },
});
