import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseAway } from '../database/connection';
import { isTransient, isUniqueViolation, LOCK_NOT_AVAILABLE } from '../database/sql-states';
import { Contention, Refusal } from '../errors';
import { FilesAway, SealingKeyRetired } from '../system-fault';

const ATTEMPTS_MAX = 4;
/** The most attempts at a call. From the second one on, calls that want the same thing queue for it, so few need more than three. */
const CONTENTION_ATTEMPTS_MAX = 12;
const CONTENTION_JITTER_MS = 20;
const RETRY_AFTER_SECONDS = 2;
const QUERY_CANCELED = '57014';

/**
 * The whole mutation is one transaction, so running it again after a deadlock, a lost connection or a lost race is always right.
 * @param work is told what its last attempt was overtaken at
 */
export async function retrying<T>(work: (contended: string | undefined) => Promise<T>): Promise<T> {
  let contended: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(contended);
    } catch (error) {
      if (error instanceof Contention && attempt < CONTENTION_ATTEMPTS_MAX) {
        contended = error.subject;
        await sleep(Math.random() * CONTENTION_JITTER_MS);
        continue;
      }
      const again =
        isTransient(error) || error instanceof DatabaseAway || isUniqueViolation(error, 'command_outcome_pkey');
      if (!again || attempt >= ATTEMPTS_MAX) throw unavailableIfDown(error);
      await sleep(25 * attempt * attempt);
    }
  }
}

/** Turns the absence of Postgres, of the files or of the sealing key into 503 with a time to come back. Any other error passes through. */
export function unavailableIfDown(error: unknown): unknown {
  if (error instanceof Contention) {
    return new Refusal('unavailable', `Too many calls change ${error.subject}; the same call may be sent again.`, {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  if (error instanceof FilesAway) {
    return new Refusal('unavailable', 'Files cannot be read or kept just now; the same call may be sent again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  if (error instanceof SealingKeyRetired) {
    return new Refusal('unavailable', 'Secrets cannot be kept just now; the same call may be sent again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
      cause: error,
    });
  }
  const { code } = error as { code?: string };
  if (!(error instanceof DatabaseAway) && !isTransient(error) && code !== LOCK_NOT_AVAILABLE && code !== QUERY_CANCELED)
    return error;
  return new Refusal('unavailable', 'The database is not reachable or too busy; the same call may be sent again.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause: error,
  });
}
