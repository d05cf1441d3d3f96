import { CALL_MS, UNDER_WAY_MS } from '../../provider/deadlines';

/*
 * How long the parts of a marketplace job wait for one another. Activities, steps and the workflow take it from here, so this imports
 * nothing that a workflow may not have.
 */

export { UNDER_WAY_MS };

/** The longest that a step waits for Postgres, which usually takes a second. Longer waits are for an answer that does not come. */
export const DATABASE_MS = 12_000;

/** A step that has not moved for longer than its slowest part may take hangs, and must not look alive. */
export const STILL_MS = Math.max(CALL_MS, DATABASE_MS) + 3_000;

/** The time between two heartbeats of a step. */
export const HEARTBEAT_MS = 1_500;

/** A worker that says nothing for this long was killed, or hangs. */
export const SILENCE_MS = 4 * HEARTBEAT_MS;

/** One activity works for a few seconds: long enough that Temporal's events cost little, short enough to lose little. */
export const STEP_MS = 8_000;

/** The limit of a step, whatever hangs in it: above the time of its work, and twice the longest time in which it does not move. */
export const ATTEMPT_MS = STEP_MS + 2 * (STILL_MS + SILENCE_MS) + 10_000;

/** The limit of a single write to the row of a job. */
export const WORD_MS = DATABASE_MS + 3_000;
