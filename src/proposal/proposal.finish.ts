import { command } from '../kernel/declare';
import { exampleId } from '../kernel/example';
import { object, t } from '../kernel/schema';
import { lockProposal, moveProposal } from './store';
import { proposalId } from './view';

export default command({
  id: 'proposal.finish',
  label: { tr: 'Öneriyi tamamla', en: 'Finish the proposal' },
  summary: 'End a proposal whose items are all applied or skipped.',
  policy: 'owner',
  scope: 'proposals:approve',
  runtimeOnly: true,
  irreversible: true,
  payload: object({ proposalId }),
  result: object({ applied: t.Integer(), skipped: t.Integer() }),
  refuses: ['not_found'],
  example: { proposalId: exampleId('prp', 'ZAM') },

  async run({ payload, tx, storeId, record, now }) {
    const { id, state, applied, skipped } = await lockProposal(tx, storeId, payload.proposalId);
    await moveProposal(tx, storeId, id, { state: 'applied', finishedAt: now });
    record('proposal', id, { state }, { state: 'applied' });
    return { applied, skipped };
  },
});
