import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { expectedRev, object, paragraphs, t } from '../kernel/schema/schema';
import { proposalApplication, proposalUpdates } from './contract';
import { leaveStarted } from './decide';
import { assertMove, assertMovedBy } from './state';
import { endProposal, findProposal, lockProposal } from './store';
import { reason } from './table';
import { proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposal.withdraw',
  label: { tr: 'Öneriyi geri çek', en: 'Withdraw a proposal' },
  summary:
    'Withdraw a proposal that is not applied yet; of one that is being applied, what was applied stays and the rest is dropped.',
  policy: 'workspace',
  scope: 'proposals:write',
  role: 'packer',
  // It is never open again.
  irreversible: true,
  removes: true,
  payload: object({ proposalId, reason: t.Optional(reason(paragraphs(2_000))), expectedRev }),
  result: proposalSchema,
  refuses: ['owner_only', 'not_found', 'invalid_state', 'rev_conflict'],
  example: { proposalId: exampleId('prp', 'ZAM'), reason: 'Yeni liste hazırlanıyor.' },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, principal, storeId, tx, effects, guardRev } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertMovedBy(principal, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('withdraw', proposal);
    await leaveStarted(context, proposal.id);
    await endProposal(context, proposal, { state: 'withdrawn', reason: payload.reason });
    if (proposal.state === 'paused') {
      effects.updateWorkflow(proposalApplication, { storeId, proposalId: proposal.id }, proposalUpdates.abort, {
        pauses: proposal.pauses,
      });
    }
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
