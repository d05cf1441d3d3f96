import { setTimeout as sleep } from 'node:timers/promises';

/**
 * For how long a process believes a token that it has looked up, in ms from when it asked. At a thousand calls a second nearly all are
 * spared the question by so little, and whoever ends a token waits as long for the answer.
 */
export const CREDENTIAL_LEASE_MS = 100;

/** A timer may come a millisecond early. */
const TIMER_MS = 2;

/** Resolves when nobody, in whatever process, believes any more what was committed to be over before this was called. */
export const leasesOver = (): Promise<void> => sleep(CREDENTIAL_LEASE_MS + TIMER_MS);
