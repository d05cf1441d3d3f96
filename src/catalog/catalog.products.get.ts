import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { id, object } from '../kernel/schema/schema';
import { readProduct } from './product/store';
import { productSchema } from './product/view';

export default readRoute({
  id: 'catalog.products.get',
  label: { tr: 'Ürünü oku', en: 'Read a product' },
  http: 'GET /v1/catalog/products/{prd}',
  summary: 'A product with variants, stock and digital posture; archived ones too.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ prd: id('prd') }),
  result: productSchema,
  refuses: ['invalid_request', 'not_found'],
  example: { params: { prd: exampleId('prd', 'CEZVE') } },

  run: ({ db, params }) => readProduct(db, params.prd),
});
