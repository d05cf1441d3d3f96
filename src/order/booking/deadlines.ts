/** The patience with a booking, and with its cancellation. */
export const patience = { lookMs: { first: 2_000, last: 10 * 60_000 }, forMs: 24 * 3_600_000 };

/** Offers that the provider does not know so long after they were accepted here are there no more. */
export const OFFERS_SEEN_MS = 60_000;
