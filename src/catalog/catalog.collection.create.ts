import { command } from '../kernel/declaration/command';
import { object } from '../kernel/schema/schema';
import { type CollectionRow, collection, collectionReceipt } from './collection/aggregate';
import { insertCollection } from './collection/store';
import { handleFrom, refuseTaken } from './handle/handle';
import { lockHandles } from './handle/store';

export default command({
  id: 'catalog.collection.create',
  label: { tr: 'Koleksiyon oluştur', en: 'Create a collection' },
  summary: 'Create an empty collection; its handle is derived from the title when omitted.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({ ...collection.creates, handle: collection.updates.handle }),
  result: collectionReceipt,
  refuses: ['handle_taken'],
  example: { title: 'Yaz İndirimi' },

  async run({ payload, storeId, tx, now, newId, record, inverse }) {
    const wish = {
      handle: payload.handle ?? handleFrom(payload.title, 'koleksiyon'),
      derived: payload.handle === undefined,
    };
    const handles = await lockHandles(tx, storeId, 'collection', [wish]);
    const handle = handles.allocate(wish);
    if (handle === undefined) return refuseTaken(wish.handle);
    const at = now.toISOString();
    const created: CollectionRow = {
      ...collection.initial,
      ...payload,
      handle,
      id: newId('col'),
      rev: 1,
      productCount: 0,
      createdAt: at,
      updatedAt: at,
    };
    insertCollection(tx, storeId, created, now);
    record('collection', created.id, null, collection.snapshot(created));
    // The nearest there is: nothing deletes a collection, and its handle stays taken.
    inverse('catalog.collection.archive', { collectionId: created.id, expectedRev: created.rev });
    return created;
  },
});
