/*
 * How long an attempt to pay takes at most. This imports nothing that a workflow may not have.
 */

/** The time in which a buyer may pay, in ms; pages of providers are open for half an hour. */
export const PAYABLE_MS = 35 * 60_000;

/** The pauses, in ms, between two looks at the provider that nobody has called for: the older the attempt, the longer. */
export const LOOK_MS = { first: 15_000, last: 5 * 60_000 };

/** The time, in ms, for which the outcome of an attempt is sought after it can no longer be paid. */
export const PATIENCE_MS = 24 * 3_600_000;

/** The pauses, in ms, between two looks at a payment that its provider reviews. */
export const REVIEW_LOOK_MS = { first: 60_000, last: 3_600_000 };
export const REVIEW_MS = 30 * 24 * 3_600_000;

/** A payment is completed this often at most, each time but the last in vain and provably so. */
export const COMPLETED_MAX = 3;

/** Attempts of one session: a shopper who has tried so many cards will not pay with the next. */
export const ATTEMPTS_MAX = 20;
