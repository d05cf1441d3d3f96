import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { expectedRev, label, object, t } from '../kernel/schema/schema';
import { stateWaiting, update } from '../store/update/aggregate';
import { changeUpdate } from '../store/update/store';
import { decidedView, openUpdate } from './entry/deciding';
import { updateSchema } from './entry/view';

export default command({
  id: 'updates.dismiss',
  label: { tr: 'Güncellemeyi ertele', en: 'Dismiss an update' },
  summary:
    'Dismiss an update until a newer version comes: what there is stays as it is. `dismissed: false` takes that back.',
  policy: 'owner',
  scope: 'design:write',
  role: 'manager',
  payload: object({
    updateId: update.reference,
    dismissed: t.Optional(
      label('Ertelensin', 'Dismissed')(t.Boolean({ description: 'Left out, true. false: it waits again.' })),
    ),
    expectedRev,
  }),
  result: updateSchema,
  refuses: ['not_found', 'rev_conflict', 'invalid_state'],
  example: { updateId: exampleId('upd', 'TEMA') },
  subject: update.by('updateId'),
  route: { http: 'POST /v1/updates/{upd}/ertele', names: { upd: 'updateId' } },

  async run(context) {
    const { payload, inverse } = context;
    const { updateId, dismissed = true } = payload;
    const row = await openUpdate(context, updateId);
    if ((row.state === 'dismissed') === dismissed)
      refuse('invalid_state', dismissed ? 'The update is dismissed.' : 'The update is not dismissed.', {
        facts: { state: row.state },
      });
    const after = changeUpdate(context, row, { state: dismissed ? 'dismissed' : stateWaiting(row) });
    inverse('updates.dismiss', { updateId, dismissed: !dismissed, expectedRev: after.rev });
    return decidedView(context, after);
  },
});
