import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, t } from '../kernel/schema/schema';
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

  async run(context) {
    const { payload, tx, storeId, now } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    moveProposal(context, proposal, { state: 'applied', finishedAt: now });
    return { applied: proposal.applied, skipped: proposal.skipped };
  },
});
