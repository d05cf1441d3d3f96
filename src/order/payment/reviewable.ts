import type { PaymentRow } from './table';

type Review = PaymentRow['review'];

/** Allows a decision on an open review, and trust in a payment that was rejected before. */
export const isReviewable = (stands: Review, outcome: Exclude<Review, 'pending' | null>): boolean =>
  stands === 'pending' || (stands === 'rejected' && outcome === 'passed');
