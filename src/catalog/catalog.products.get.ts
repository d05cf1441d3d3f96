import { readRoute } from '../kernel/declare';
import { id, object } from '../kernel/schema';
import { getProduct } from './product.store';
import { productSchema, productView } from './product.view';

export default readRoute({
  id: 'catalog.products.get',
  http: 'GET /v1/catalog/products/{prd}',
  summary: 'A product with variants, stock and digital posture; archived ones too.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ prd: id('prd') }),
  result: productSchema,
  refuses: ['invalid_request', 'not_found'],

  async run({ db, storeId, params }) {
    return productView(await getProduct(db, storeId, params.prd));
  },
});
