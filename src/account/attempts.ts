import type { Queryable } from '../kernel/database/database';
import { refuse } from '../kernel/errors';
import { type Attempt, slowedBy } from './slowdown';
import { beginLogin, takeLoginBack } from './slowdown-store';

/**
 * Counts an attempt to prove something, e.g. a password, as failed before it is made: see {@link slowedBy}. Whoever has proven it, or
 * was not heard, takes that back.
 * @throws {Refusal} throttled
 */
export async function beginAttempt(systemWriter: Queryable, attempt: Attempt): Promise<{ takeBack(): Promise<void> }> {
  const { counted, newcomer } = slowedBy(attempt);
  const waitMs = await beginLogin(systemWriter, counted, newcomer);
  if (waitMs > 0)
    refuse('throttled', 'Too many failed attempts: wait a little.', { retryAfterSeconds: Math.ceil(waitMs / 1000) });
  return { takeBack: () => takeLoginBack(systemWriter, counted) };
}
