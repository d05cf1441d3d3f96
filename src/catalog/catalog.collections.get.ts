import { readRoute } from '../kernel/declare';
import { id, object } from '../kernel/schema';
import { collectionMembers, getCollection } from './collection.store';
import { collectionSchema } from './collection.view';

export default readRoute({
  id: 'catalog.collections.get',
  http: 'GET /v1/catalog/collections/{col}',
  summary: 'A collection with its members in order; archived ones too.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ col: id('col') }),
  result: collectionSchema,
  refuses: ['invalid_request', 'not_found'],

  async run({ db, storeId, params }) {
    const [collection, productIds] = await Promise.all([
      getCollection(db, storeId, params.col),
      collectionMembers(db, storeId, params.col),
    ]);
    return { ...collection, productIds };
  },
});
