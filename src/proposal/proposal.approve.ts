import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { id, object, t } from '../kernel/schema';
import { proposalApplication } from './proposal.jobs';
import { assertMove } from './proposal.state';
import { findProposal, lockProposal, moveProposal } from './proposal.store';
import { proposalSchema, proposalView } from './proposal.view';

const hash = t.String({ minLength: 1, maxLength: 128, description: "The proposal's hash as the owner saw it." });

export default command({
  id: 'proposal.approve',
  summary: 'Approve a submitted proposal and start applying its items in order, each held against what was shown.',
  policy: 'owner',
  scope: 'proposals:approve',
  payload: object({ proposalId: id('prp'), hash }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state', 'preview_changed'],
  alias: {
    id: 'proposals.apply',
    http: 'POST /v1/proposals/{prp}/onayla',
    params: object({ prp: id('prp') }),
    body: object({ hash }),
    payload: ({ params, body }) => ({ proposalId: params.prp, ...(body as object) }),
  },

  async run({ payload, principal, storeId, tx, now, record, effects }) {
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertMove('approve', proposal);
    if (proposal.hash !== payload.hash) {
      refuse('preview_changed', 'The proposal is not the one that was shown.', {
        facts: { currentHash: proposal.hash },
      });
    }
    await moveProposal(tx, storeId, proposal.id, { state: 'applying', decidedAt: now, decidedBy: principal.id });
    record('proposal', proposal.id, { state: proposal.state }, { state: 'applying' });
    effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
