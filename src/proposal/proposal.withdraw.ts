import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, line, object, t } from '../kernel/schema';
import { proposalUpdates, proposalWorkflowId } from './proposal.jobs';
import { assertMove } from './proposal.state';
import { findProposal, lockProposal, moveProposal } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

export default command({
  id: 'proposal.withdraw',
  summary:
    'Withdraw a proposal that is not applied yet; of a paused one, what was applied stays and the rest is dropped.',
  policy: 'workspace',
  scope: 'proposals:write',
  payload: object({ proposalId: id('prp'), reason: t.Optional(line(2_000)) }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state'],

  async run({ payload, principal, storeId, tx, now, record, effects }) {
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    if (principal.kind !== 'owner' && proposal.tokenId !== principal.id)
      refuse('not_found', 'There is no such proposal.');
    assertMove('withdraw', proposal);
    await moveProposal(tx, storeId, proposal.id, {
      state: 'withdrawn',
      finishedAt: now,
      reason: payload.reason ?? null,
    });
    record('proposal', proposal.id, { state: proposal.state }, { state: 'withdrawn' });
    if (proposal.state === 'paused') {
      effects.updateWorkflow(proposalWorkflowId(proposal.id), proposalUpdates.abort, { pauses: proposal.pauses });
    }
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
