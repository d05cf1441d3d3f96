import { command } from '../kernel/declaration/command';
import { exampleHash, exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { expectedRev, object } from '../kernel/schema/schema';
import { approvedHash, assertAsSeen, startApplying } from './approval';
import { assertDecidedBy, assertMove } from './state';
import { findProposal, lockProposal } from './store';
import { proposalId, proposalSchema, proposalView } from './view';

export default command({
  id: 'proposal.approve',
  label: { tr: 'Öneriyi onayla', en: 'Approve a proposal' },
  summary: 'Approve a submitted proposal and start applying its items in order, each held against what was shown.',
  policy: 'owner',
  scope: 'proposals:approve',
  role: 'packer',
  // A decision stands; what it applies is taken back change by change.
  irreversible: true,
  payload: object({ proposalId, hash: approvedHash, expectedRev }),
  result: proposalSchema,
  refuses: ['not_found', 'role_needed', 'invalid_state', 'rev_conflict', 'preview_changed', 'unavailable'],
  example: { proposalId: exampleId('prp', 'ZAM'), hash: exampleHash },
  route: { id: 'proposals.apply', http: 'POST /v1/proposals/{prp}/onayla', names: { prp: 'proposalId' } },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, storeId, tx, guardRev } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    await assertDecidedBy(context, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('approve', proposal);
    await assertAsSeen(context, proposal, payload.hash);
    startApplying(context, proposal);
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
