import { command } from '../kernel/declare';
import { id, line, object, t } from '../kernel/schema';
import { assertMove } from './proposal.state';
import { findProposal, lockProposal, moveProposal } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

export default command({
  id: 'proposal.reject',
  summary: 'Reject a submitted proposal; nothing of it is applied.',
  policy: 'owner',
  scope: 'proposals:approve',
  payload: object({ proposalId: id('prp'), reason: t.Optional(line(2_000)) }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state'],

  async run({ payload, principal, storeId, tx, now, record }) {
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertMove('reject', proposal);
    await moveProposal(tx, storeId, proposal.id, {
      state: 'rejected',
      decidedAt: now,
      decidedBy: principal.id,
      finishedAt: now,
      reason: payload.reason ?? null,
    });
    record('proposal', proposal.id, { state: proposal.state }, { state: 'rejected' });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
