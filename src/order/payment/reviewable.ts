import type { PaymentRow } from './table';

type Review = PaymentRow['review'];

/** Whether that may be said of a payment: what was not trusted may be trusted after all. */
export const isReviewable = (stands: Review, outcome: Exclude<Review, 'pending' | null>): boolean =>
  stands === 'pending' || (stands === 'rejected' && outcome === 'passed');
