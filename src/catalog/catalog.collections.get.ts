import { exampleId } from '../kernel/declaration/example';
import { readRoute } from '../kernel/declaration/route';
import { id, object } from '../kernel/schema/schema';
import { collectionSchema } from './collection/aggregate';
import { collectionMembers, showCollection } from './collection/store';

export default readRoute({
  id: 'catalog.collections.get',
  label: { tr: 'Koleksiyonu oku', en: 'Read a collection' },
  http: 'GET /v1/catalog/collections/{col}',
  summary: 'A collection with its members in order; archived ones too.',
  policy: 'read',
  scope: 'catalog:read',
  params: object({ col: id('col') }),
  result: collectionSchema,
  refuses: ['invalid_request', 'not_found'],
  example: { params: { col: exampleId('col', 'SATAN') } },

  async run({ db, storeId, params }) {
    return db.snapshot(async (moment) => {
      const collection = await showCollection(moment, storeId, params.col);
      return { ...collection, productIds: await collectionMembers(moment, storeId, params.col) };
    });
  },
});
