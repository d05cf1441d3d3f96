import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from '../database/queryable';
import { isTransient, LOCK_NOT_AVAILABLE } from '../database/sql-states';
import { Refusal } from '../errors';

/**
 * A trial waits this long for a row or a name. Postgres looks for deadlocks after a second of waiting and ends whoever looks first:
 * a trial that has left by then is never the reason why a live command is ended.
 */
const GIVE_WAY = `SET LOCAL lock_timeout = '250ms'`;

/** The longest time in which a trial that gave way is tried again. It is longer than a page of an import holds its rows. */
const PATIENCE_MS = 6_000;
const PAUSE_MS = 20;
const PAUSE_MS_MAX = 250;

/** A trial that left the field to somebody else; the next attempt may get through. */
export class GaveWay extends Refusal {
  constructor() {
    super(
      'unavailable',
      'The store is being changed too fast to say what this would do; the same call may be sent again.',
      {
        retryAfterSeconds: 2,
      },
    );
  }
}

/**
 * Runs `work` to see what it would do, and takes all of it back: dry runs and the recording of proposals. It gives way to live
 * commands, and the locks that it did get end with it.
 * @throws {GaveWay}
 */
export async function onTrial<T>(tx: Transaction, work: (trial: Transaction) => Promise<T>): Promise<T> {
  try {
    return await tx.savepoint(async () => {
      tx.send(GIVE_WAY);
      return { keep: false, value: await work({ ...tx, trial: true }) };
    });
  } catch (error) {
    if (isTransient(error) || (error as { code?: string }).code === LOCK_NOT_AVAILABLE) throw new GaveWay();
    throw error;
  }
}

/** Runs work that may give way until it gets through. Between two attempts it holds nothing but what its caller holds. */
export async function untilThrough<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let pauseMs = PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof GaveWay) || Date.now() + pauseMs > deadline) throw error;
      // Pauses have different lengths, so that two trials that gave way to each other do not meet again.
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }
}

/** Runs work of which all stays, or nothing. */
export const together = <T>(tx: Transaction, work: () => Promise<T>): Promise<T> =>
  tx.savepoint(async () => ({ keep: true, value: await work() }));
