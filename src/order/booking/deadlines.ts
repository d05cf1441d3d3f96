import { UNDER_WAY_MS } from '../../provider/deadlines';

/*
 * How long a booking and its cancellation take at most. This imports nothing that a workflow may not have.
 */

/** A provider that was asked this often, each time in vain and provably so, is asked no more. */
export const ASKED_MAX = 3;

/** Between two looks: the older the question, the longer. */
export const LOOK_MS = { first: 2_000, last: 10 * 60_000 };

/** For so long it is tried to ask, and to find out what came of it. */
export const PATIENCE_MS = 24 * 3_600_000;

/** Offers that the provider does not know so long after they were accepted here are there no more. */
export const OFFERS_SEEN_MS = 60_000;

/** From then on that nothing is booked there proves that what was asked for was not done. */
export const PROVES_NOTHING_MS = UNDER_WAY_MS;
