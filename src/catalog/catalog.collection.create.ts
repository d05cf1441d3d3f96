import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema';
import { insertCollection } from './collection.store';
import {
  type CollectionRow,
  collectionDescription,
  collectionSnapshot,
  collectionTitle,
  listedCollectionSchema,
} from './collection.view';
import { handleFrom } from './handle';
import { lockHandles } from './handle.store';
import { fields } from './product.view';

export default command({
  id: 'catalog.collection.create',
  summary: 'Create an empty collection; its handle is derived from the title when omitted.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({
    title: collectionTitle,
    handle: t.Optional(fields.handle),
    description: t.Optional(collectionDescription),
  }),
  result: listedCollectionSchema,
  refuses: ['handle_taken'],
  example: { title: 'Yaz İndirimi' },

  async run({ payload, storeId, tx, now, newId, record, inverse }) {
    const { title, description = null } = payload;
    const wish = { handle: payload.handle ?? handleFrom(title, 'koleksiyon'), derived: payload.handle === undefined };
    const handles = await lockHandles(tx, storeId, 'collection', [wish]);
    const handle = handles.allocate(wish);
    if (handle === undefined) {
      return refuse('handle_taken', `${wish.handle} is taken.`, {
        errors: [{ pointer: '/handle', message: 'is taken' }],
      });
    }
    const at = now.toISOString();
    const collection: CollectionRow = {
      id: newId('col'),
      rev: 1,
      status: 'active',
      title,
      handle,
      description,
      productCount: 0,
      createdAt: at,
      updatedAt: at,
    };
    insertCollection(tx, storeId, collection);
    record('collection', collection.id, null, collectionSnapshot(collection));
    // The nearest there is: nothing deletes a collection, and its handle stays taken.
    inverse('catalog.collection.archive', { collectionId: collection.id, expectedRev: collection.rev });
    return collection;
  },
});
