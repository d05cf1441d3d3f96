import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { expectedRev, id, object, t } from '../kernel/schema';
import { getCollection, saveCollection } from './collection.store';
import { collectionDescription, collectionSnapshot, collectionTitle, listedCollectionSchema } from './collection.view';
import { lockHandles } from './handle.store';
import { assertActive } from './product.state';
import { fields } from './product.view';
import { patchBack } from './undo';

export default command({
  id: 'catalog.collection.update',
  summary: 'Change the title, handle or description of a collection; fields left out stay.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['bumps generation'],
  payload: object(
    {
      collectionId: id('col'),
      expectedRev,
      title: t.Optional(collectionTitle),
      handle: t.Optional(fields.handle),
      description: t.Optional(collectionDescription),
    },
    { minProperties: 2 },
  ),
  result: listedCollectionSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict', 'handle_taken'],

  async run({ payload, storeId, tx, now, record, guardRev, inverse }) {
    const { collectionId, expectedRev: _guarded, ...patch } = payload;
    const { handle } = patch;
    const wish = handle === undefined ? undefined : { handle, derived: false };
    const [before, handles] = await Promise.all([
      getCollection(tx, storeId, collectionId),
      lockHandles(tx, storeId, 'collection', wish ? [wish] : []),
    ]);
    guardRev(collectionId, before.rev);
    assertActive(before, 'The collection');
    if (wish && handle !== before.handle && handles.allocate(wish) === undefined) {
      refuse('handle_taken', `${handle} is taken.`, { errors: [{ pointer: '/handle', message: 'is taken' }] });
    }
    const after = await saveCollection(tx, storeId, { ...before, ...patch }, now);
    record('collection', collectionId, collectionSnapshot(before), collectionSnapshot(after));
    inverse('catalog.collection.update', { collectionId, expectedRev: after.rev, ...patchBack(before, patch) });
    return after;
  },
});
