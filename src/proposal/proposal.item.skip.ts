import { command } from '../kernel/declare';
import { id, object } from '../kernel/schema';
import { skipItem } from './decide';
import { proposalUpdates, proposalWorkflowId } from './proposal.jobs';
import { assertMove } from './proposal.state';
import { findProposal, listItems, lockProposal, moveProposal } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

export default command({
  id: 'proposal.item.skip',
  summary: 'Skip one item of a paused proposal; when it is the one that holds it up, applying goes on.',
  policy: 'owner',
  scope: 'proposals:approve',
  awaitsEffects: true,
  payload: object({ proposalId: id('prp'), itemId: id('pit') }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state', 'unavailable'],

  async run({ payload, storeId, tx, record, effects }) {
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertMove('skip', proposal);
    await skipItem({ tx, storeId, record }, await listItems(tx, storeId, proposal.id), payload.itemId);
    if (proposal.pause?.itemId === payload.itemId) {
      await moveProposal(tx, storeId, proposal.id, { state: 'applying' });
      record('proposal', proposal.id, { state: 'paused' }, { state: 'applying' });
      effects.updateWorkflow(proposalWorkflowId(proposal.id), proposalUpdates.skip, { pauses: proposal.pauses });
    }
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
