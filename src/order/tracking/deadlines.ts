/*
 * How often a parcel is looked for. This imports nothing that a workflow may not have.
 */

/** The pauses, in ms, between two looks: the longer the parcel stays in its state, the longer. */
export const LOOK_MS = { first: 10 * 60_000, last: 6 * 3_600_000 };

/** A parcel that stood still for so long will not move any more. The migration of bookings has the same limit for work that it revives. */
export const STANDS_STILL_MS = 45 * 24 * 3_600_000;

/** The pauses, in ms, between two looks that somebody waits for, as long as the provider says nothing: the longer the wait, the longer. */
export const WANTED_LOOK_MS = { first: 2_000, last: 60_000 };

/** The same where the provider says that it is asked too often: everybody who waits at once comes from one account. */
export const THROTTLED_LOOK_MS = 60_000;

/** The longest time that a caller who wants the place of a parcel waits for the provider. */
export const WANTED_MS = 10 * 60_000;
