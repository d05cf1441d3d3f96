import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { expectedRev, object, paragraphs, t } from '../kernel/schema/schema';
import { assertMove, assertSeenBy } from './state';
import { endProposal, findProposal, lockProposal } from './store';
import { reason } from './table';
import { proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposal.reject',
  label: { tr: 'Öneriyi reddet', en: 'Reject a proposal' },
  summary: 'Reject a submitted proposal; nothing of it is applied.',
  policy: 'owner',
  scope: 'proposals:approve',
  role: 'packer',
  // A decision stands.
  irreversible: true,
  payload: object({ proposalId, reason: t.Optional(reason(paragraphs(2_000))), expectedRev }),
  result: proposalSchema,
  refuses: ['not_found', 'invalid_state', 'rev_conflict'],
  example: { proposalId: exampleId('prp', 'ZAM'), reason: 'Fiyatlar bu ay değişmeyecek.' },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, principal, storeId, tx, now, guardRev } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    assertSeenBy(principal, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('reject', proposal);
    await endProposal(context, proposal, {
      state: 'rejected',
      decidedAt: now,
      decidedBy: principal.id,
      reason: payload.reason,
    });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
