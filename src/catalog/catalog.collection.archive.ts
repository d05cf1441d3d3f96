import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { expectedRev, object } from '../kernel/schema/schema';
import { assertActive } from './archivable/state';
import { collection, collectionReceipt } from './collection/aggregate';
import { changeCollection, getCollection } from './collection/store';

export default command({
  id: 'catalog.collection.archive',
  label: { tr: 'Koleksiyonu arşivle', en: 'Archive a collection' },
  summary: 'Archive a collection: its page answers 404, its members are kept.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation', 'destructive'],
  irreversible: true,
  payload: object({ collectionId: collection.reference, expectedRev }),
  result: collectionReceipt,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { collectionId: exampleId('col', 'SATAN') },
  subject: collection.by('collectionId'),

  async run(context) {
    const { payload, storeId, tx, guardRev } = context;
    const before = await getCollection(tx, storeId, payload.collectionId);
    guardRev(before.id, before.rev);
    assertActive(before, 'The collection');
    return changeCollection(context, before, { status: 'archived' });
  },
});
