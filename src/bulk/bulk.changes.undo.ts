import { inversesOf } from '../audit/inverses';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { appliedItems, auditIdsOf } from '../proposal/item/applied-store';
import { proposalId } from '../proposal/view';
import { type BulkCall, bulkAct } from './act';
import { THINGS_MAX } from './limits';

export default bulkAct({
  id: 'bulk.changes.undo',
  label: { tr: 'Toplu işlemi geri al', en: 'Take a bulk act back' },
  summary:
    'Take back all that a bulk act has changed, newest first; what has been changed again since is left out with its reason.',
  path: 'undo',
  of: proposalId,
  terms: {},
  example: { ids: [exampleId('prp', 'TOPLU')] },
  appliesAtOnce: true,

  async thingsOf({ db, storeId, ids }) {
    const items = await appliedItems(db, storeId, ids, THINGS_MAX + 1);
    if (items.length > THINGS_MAX)
      refuse('limit_exceeded', `More than ${THINGS_MAX} items are to be taken back: name fewer proposals.`);
    return items;
  },

  async plan({ db, storeId, services, ownerId, ids }) {
    const auditIds = new Map(
      (await auditIdsOf(db, storeId, ids)).map(({ id, auditId }): [string, string] => [id, auditId]),
    );
    const principal = { id: ownerId, storeId };
    const inverses = await inversesOf({ db, services, principal }, [...auditIds.values()]);
    return ids.flatMap((id): BulkCall[] => {
      const inverse = inverses.get(auditIds.get(id) ?? '');
      if (!inverse) return [];
      // One thing may have been changed by several items. Its values are compared, since each of them has moved its rev.
      const { expectedRev: _expectedRev, ...payload } = inverse.payload;
      return [{ command: inverse.command, payload, key: inverse.key, takesBack: inverse.changes }];
    });
  },
});
