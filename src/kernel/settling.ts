import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from './database';

/** How the work stands that a call has started. */
export interface Settled<Result> {
  readonly ended: boolean;
  readonly result: Result;
}

/**
 * Of a call whose work goes on behind it, e.g. at a provider: its intent is a row, a workflow does what that asks for and records in
 * it what became of it (docs/decisions/0016). Who waits for the end is answered with it.
 */
export interface Settling<Result> {
  /** How the work of a call stands that was answered `result`. @throws {Refusal} what it ended with, where that is no result */
  look(db: Queryable, storeId: string, result: Result): Promise<Settled<Result>>;
}

/** For how long a caller waits. */
export interface Patience {
  readonly ms: number;
  /** The caller waits no longer. */
  readonly gone: AbortSignal;
}

const LOOK_MS = { first: 50, last: 500 };
/** Those who wait in one process look a few hundred times in a second, all together; further ones are answered at once. */
const WAITING_MAX = 100;
let waiting = 0;

/** Looks until the work has ended, the caller's patience is at its end, or the caller is gone; at least once. */
export async function settled<Result>(
  look: () => Promise<Settled<Result>>,
  { ms, gone }: Patience,
): Promise<Settled<Result>> {
  const until = performance.now() + (waiting < WAITING_MAX ? ms : 0);
  waiting += 1;
  try {
    for (let pause = LOOK_MS.first; ; pause = Math.min(pause * 2, LOOK_MS.last)) {
      const found = await look();
      const left = until - performance.now();
      if (found.ended || left <= 0 || gone.aborted) return found;
      await sleep(Math.min(pause, left), undefined, { signal: gone }).catch(() => {});
    }
  } finally {
    waiting -= 1;
  }
}
