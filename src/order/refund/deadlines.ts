import { UNDER_WAY_MS } from '../../provider/deadlines';

/*
 * How long a refund takes at most. This imports nothing that a workflow may not have.
 */

/** A provider that was asked this often, each time in vain and provably so, is asked no more. */
export const ASKED_MAX = 3;

/** Between two looks: the older the question, the longer. */
export const LOOK_MS = { first: 2_000, last: 30 * 60_000 };

/** For so long it is tried to ask, and to find out what came of it. */
export const PATIENCE_MS = 24 * 3_600_000;

/** From then on that a provider knows nothing of what it was asked proves that it did not do it. @param lagMs its readBackLagMs */
export const provesNothingMs = (lagMs: number): number => lagMs + UNDER_WAY_MS;
