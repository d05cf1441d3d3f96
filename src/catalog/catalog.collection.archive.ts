import { command } from '../kernel/declare';
import { expectedRev, id, object } from '../kernel/schema';
import { getCollection, saveCollection } from './collection.store';
import { collectionSnapshot, listedCollectionSchema } from './collection.view';
import { assertActive } from './product.state';

export default command({
  id: 'catalog.collection.archive',
  summary: 'Archive a collection: its page answers 404, its members are kept.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation', 'destructive'],
  irreversible: true,
  payload: object({ collectionId: id('col'), expectedRev }),
  result: listedCollectionSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],

  async run({ payload, storeId, tx, now, record, guardRev }) {
    const before = await getCollection(tx, storeId, payload.collectionId);
    guardRev(before.id, before.rev);
    assertActive(before, 'The collection');
    const after = await saveCollection(tx, storeId, { ...before, status: 'archived' }, now);
    record('collection', before.id, collectionSnapshot(before), collectionSnapshot(after));
    return after;
  },
});
