import { setTimeout as sleep } from 'node:timers/promises';

/**
 * The time, in ms, for which a process believes a token that it has looked up, counted from the question. At a thousand calls a second this
 * little spares nearly all of them the question. A token that ends is refused at most so much later.
 */
export const CREDENTIAL_LEASE_MS = 100;

/** A timer may come a millisecond early. */
const TIMER_MS = 2;

/** Resolves when nobody, in whatever process, believes any more what was committed to be over before this was called. */
export const leasesOver = (): Promise<void> => sleep(CREDENTIAL_LEASE_MS + TIMER_MS);
