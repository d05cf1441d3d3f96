import type { MutationContext } from '../kernel/declaration/context';
import { refuse } from '../kernel/errors';
import { t } from '../kernel/schema/schema';
import { proposalApplication } from './contract';
import { stepOfChange } from './next-step';
import { isOfReview, reviewToDecide } from './review/review';
import { moveProposal } from './store';
import { type ProposalRow, previewHash } from './view';

/** The version of a proposal that its owner approves. */
export const approvedHash = previewHash(
  t.String({
    minLength: 1,
    maxLength: 128,
    description:
      "The hash of its review as the owner saw it, or the proposal's own: then what has moved since it was recorded pauses it.",
  }),
);

/** Holds a proposal, which is locked, against what its owner saw. @throws {Refusal} preview_changed, unavailable */
export async function assertAsSeen(
  { tx, storeId, services, now }: Pick<MutationContext, 'tx' | 'storeId' | 'services' | 'now'>,
  proposal: ProposalRow,
  hash: string,
): Promise<void> {
  if (isOfReview(hash)) {
    const review = await reviewToDecide({ services, tx, storeId, proposal }, now);
    if (review?.hash !== hash)
      refuse(
        'preview_changed',
        'The shop has moved on since the review was opened: open it again, and decide on that.',
        { facts: { currentHash: review?.hash ?? null, ...stepOfChange } },
      );
  } else if (proposal.hash !== hash) {
    refuse('preview_changed', 'The proposal is not the one that was shown.', {
      facts: { currentHash: proposal.hash, ...stepOfChange },
    });
  }
}

type Starting = Parameters<typeof moveProposal>[0] & Pick<MutationContext, 'principal' | 'now' | 'effects'>;

/** Begins to apply a proposal, which is locked. @param leftOut items that the same call has skipped */
export function startApplying(context: Starting, proposal: ProposalRow, leftOut = 0): void {
  const { storeId, principal, now, effects } = context;
  const decision = { state: 'applying', decidedAt: now, decidedBy: principal.id } as const;
  moveProposal(context, proposal, { ...decision, skipped: proposal.skipped + leftOut });
  effects.startWorkflow(proposalApplication, { storeId, proposalId: proposal.id });
}
