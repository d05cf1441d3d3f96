import type { Queryable } from '../kernel/database/queryable';
import { refuse } from '../kernel/errors';
import { type Attempt, slowedBy, slowedByCodes, slowedByEntries } from './slowdown';
import { beginLogin, takeLoginBack } from './slowdown-store';

/**
 * Counts an attempt to prove something, e.g. a password, as failed before it is made: see {@link slowedBy}. A caller who has proven it, or
 * was not heard, takes that back.
 * @throws {Refusal} throttled
 */
export const beginAttempt = (systemWriter: Queryable, attempt: Attempt): Promise<Begun> =>
  begin(systemWriter, slowedBy(attempt));

/**
 * Counts a log-in before it succeeds: see {@link slowedByEntries}. A caller who has proven nothing takes that back.
 * @throws {Refusal} throttled
 */
export const beginEntry = (systemWriter: Queryable, attempt: Attempt): Promise<Begun> =>
  begin(systemWriter, slowedByEntries(attempt));

/**
 * Counts a code of a second step as wrong before it is looked at: see {@link slowedByCodes}. A caller who has proven it takes that back.
 * @throws {Refusal} throttled
 */
export const beginCode = (systemWriter: Queryable, attempt: Attempt): Promise<Begun> =>
  begin(systemWriter, slowedByCodes(attempt));

interface Begun {
  takeBack(): Promise<void>;
}

async function begin(systemWriter: Queryable, { counted, newcomer }: ReturnType<typeof slowedBy>): Promise<Begun> {
  const waitMs = await beginLogin(systemWriter, counted, newcomer);
  if (waitMs > 0)
    refuse('throttled', 'Too many failed attempts: wait a little.', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  return { takeBack: () => takeLoginBack(systemWriter, counted) };
}
