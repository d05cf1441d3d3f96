import { UNDER_WAY_MS } from '../../provider/deadlines';

/*
 * How long the creation of an address takes at most. This imports nothing that a workflow may not have.
 */

/** A provider that was asked this often, each time in vain and provably so, is asked no more. */
export const ASKED_MAX = 3;

/** Between two looks: the older the question, the longer. */
export const LOOK_MS = { first: 2_000, last: 10 * 60_000 };

/** For so long it is tried to ask, and to find out what came of it. It reserves nothing, and may be asked for anew. */
export const PATIENCE_MS = 3_600_000;

/** From then on that it is not there proves that what was asked for was not done. */
export const PROVES_NOTHING_MS = UNDER_WAY_MS;
