/*
 * How long is waited for a provider, each term above the one below it; those of marketplace jobs follow from these
 * (src/channel/job/deadlines.ts).
 */

/** The limit of the answer to one request, in ms. A page of a hundred products takes a second or two. */
export const REQUEST_MS = 10_000;

/**
 * The limit of a call of an adapter, in ms, whichever client it uses. It is above REQUEST_MS, whose error says better what did not come.
 */
export const CALL_MS = REQUEST_MS + 1_000;

/** The time, in ms, for which a request whose answer was lost may still be on its way: above the limit of a call. */
export const UNDER_WAY_MS = CALL_MS + 1_000;

/** The age from which on a request that its provider does not know was not done. @param lagMs how late the provider may know */
export const provesNothingMs = (lagMs: number): number => lagMs + UNDER_WAY_MS;

/** The limit, in ms, of a call whose caller waits, with all that the shop does around it. */
export const CALLER_MS = CALL_MS + 4_000;
