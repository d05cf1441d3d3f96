import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { patchBack } from '../kernel/schema/patch';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { collection, collectionReceipt } from './collection/aggregate';
import { changeCollection, getCollection } from './collection/store';
import { refuseTaken } from './handle/handle';
import { lockHandles } from './handle/store';

export default command({
  id: 'catalog.collection.update',
  label: { tr: 'Koleksiyonu düzenle', en: 'Edit a collection' },
  summary: 'Change the title, handle or description of a collection; fields left out stay.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object({ collectionId: collection.reference, expectedRev, ...collection.updates }, { minProperties: 2 }),
  result: collectionReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'handle_taken'],
  example: { collectionId: exampleId('col', 'SATAN'), description: 'En çok sevilenler' },
  subject: collection.by('collectionId'),

  async run(context) {
    const { storeId, tx } = context;
    const { collectionId, expectedRev: _guarded, ...patch } = context.payload;
    const { handle } = patch;
    const wish = handle === undefined ? undefined : { handle, derived: false };
    const [before, handles] = await Promise.all([
      getCollection(tx, storeId, collectionId),
      lockHandles(tx, storeId, 'collection', wish ? [wish] : []),
    ]);
    context.guardRev(collectionId, before.rev);
    assertActive(before, 'The collection');
    if (wish && handle !== before.handle && handles.allocate(wish) === undefined) refuseTaken(wish.handle);
    const after = changeCollection(context, before, patch);
    context.inverse('catalog.collection.update', { collectionId, expectedRev: after.rev, ...patchBack(before, patch) });
    return after;
  },
});
