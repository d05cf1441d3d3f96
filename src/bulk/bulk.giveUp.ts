import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, t } from '../kernel/schema/schema';
import { endProposal, lockProposal } from '../proposal/store';
import { proposalId } from '../proposal/view';
import { endRecording } from './store';

export default command({
  id: 'bulk.giveUp',
  label: { tr: 'Toplu işlemden vazgeç', en: 'Give up a bulk act' },
  summary: 'Withdraw the proposal of a bulk act whose calls cannot be recorded.',
  policy: 'owner',
  scope: null,
  runtimeOnly: true,
  irreversible: true,
  payload: object({ proposalId, reason: t.String() }),
  result: object({ proposalId }),
  refuses: ['not_found'],
  example: { proposalId: exampleId('prp', 'ZAM'), reason: 'It could not be started.' },

  async run(context) {
    const { payload, tx, storeId } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    if (proposal.state === 'open') await endProposal(context, proposal, { state: 'withdrawn', reason: payload.reason });
    endRecording(tx, storeId, proposal.id);
    return { proposalId: proposal.id };
  },
});
