import { command } from '../kernel/declaration/command';
import { exampleHash, exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema/schema';
import { proposalApplication } from './contract';
import { stepOfChange } from './next-step';
import { isOfReview, reviewToDecide } from './review/review';
import { assertDecidedBy, assertMove } from './state';
import { findProposal, lockProposal, moveProposal } from './store';
import { previewHash, proposalId, proposalSchema, proposalView } from './view';

const hash = previewHash(
  t.String({
    minLength: 1,
    maxLength: 128,
    description:
      "The hash of its review as the owner saw it, or the proposal's own: then what has moved since it was recorded pauses it.",
  }),
);

export default command({
  id: 'proposal.approve',
  label: { tr: 'Öneriyi onayla', en: 'Approve a proposal' },
  summary: 'Approve a submitted proposal and start applying its items in order, each held against what was shown.',
  policy: 'owner',
  scope: 'proposals:approve',
  role: 'packer',
  // A decision stands; what it applies is taken back change by change.
  irreversible: true,
  payload: object({ proposalId, hash, expectedRev }),
  result: proposalSchema,
  refuses: ['not_found', 'role_needed', 'invalid_state', 'rev_conflict', 'preview_changed', 'unavailable'],
  example: { proposalId: exampleId('prp', 'ZAM'), hash: exampleHash },
  route: { id: 'proposals.apply', http: 'POST /v1/proposals/{prp}/onayla', names: { prp: 'proposalId' } },
  subject: subject('proposal', 'proposalId'),

  async run(context) {
    const { payload, principal, storeId, tx, now, effects, services, guardRev } = context;
    const proposal = await lockProposal(tx, storeId, payload.proposalId);
    await assertDecidedBy(context, proposal);
    guardRev(proposal.id, proposal.rev);
    assertMove('approve', proposal);
    if (isOfReview(payload.hash)) {
      const review = await reviewToDecide({ services, tx, storeId, proposal }, now);
      if (review?.hash !== payload.hash)
        refuse(
          'preview_changed',
          'The shop has moved on since the review was opened: open it again, and decide on that.',
          {
            facts: { currentHash: review?.hash ?? null, ...stepOfChange },
          },
        );
    } else if (proposal.hash !== payload.hash) {
      refuse('preview_changed', 'The proposal is not the one that was shown.', {
        facts: { currentHash: proposal.hash, ...stepOfChange },
      });
    }
    moveProposal(context, proposal, { state: 'applying', decidedAt: now, decidedBy: principal.id });
    effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
    return proposalView(await findProposal(tx, storeId, proposal.id));
  },
});
