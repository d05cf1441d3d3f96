/*
 * How often a parcel is looked for. This imports nothing that a workflow may not have.
 */

/** Between two looks: the longer it stands where it is, the longer. */
export const LOOK_MS = { first: 10 * 60_000, last: 6 * 3_600_000 };

/** Where nothing has moved for so long, nothing will: the migration of bookings says the same to those who revive work. */
export const STANDS_STILL_MS = 45 * 24 * 3_600_000;

/** Between two looks that somebody waits for, as long as the provider says nothing: the longer it is waited for, the longer. */
export const WANTED_LOOK_MS = { first: 2_000, last: 60_000 };

/** The same where the provider says that it is asked too often: everybody who waits at once comes from one account. */
export const THROTTLED_LOOK_MS = 60_000;

/** Who wants to know where a parcel is waits for the provider so long at most. */
export const WANTED_MS = 10 * 60_000;
