import { setTimeout as sleep } from 'node:timers/promises';
import type { Queryable } from '../database/queryable';

/** Work of a noun that an extension waits for before it is disabled. */
export interface EmptyingWork {
  /** Finds the state of the job that empties an extension. @throws {Refusal} not_found */
  emptied(
    db: Queryable,
    storeId: string,
    work: { readonly extension: string; readonly jobId: string },
  ): Promise<{ readonly state: 'open' | 'done' } | { readonly state: 'failed'; readonly why: string }>;
}

/** Services of the composition root by which the state of work is found. */
interface LentServices {
  readonly extensionWork: readonly EmptyingWork[];
}

/** The state of the work that a call has started. Work that failed has a sentence in `why`. */
export type Settled<Result> =
  | { readonly state: 'open' | 'done'; readonly result: Result }
  | { readonly state: 'failed'; readonly result: Result; readonly why: string };

/**
 * Describes a call whose work goes on behind it, e.g. at a provider. Its intent is a row; a workflow does the work and records in
 * it what became of it (docs/decisions/0016). A caller who waits is answered with the end.
 */
export interface Settling<Result> {
  /** Finds the state of the work of a call that was answered `result`. @throws {Refusal} the end of the work, if it is no result */
  look(db: Queryable, storeId: string, result: Result, services: LentServices): Promise<Settled<Result>>;
  /** True if a call with this answer has begun any work. One that has not is answered 200 at once. @default always */
  begins?(result: Result): boolean;
}

/** The patience of a caller: the time for which it waits. */
export interface Patience {
  readonly ms: number;
  /** The caller waits no longer. */
  readonly gone: AbortSignal;
}

/** A waiting caller: one of a store's credentials, for the work of the call with this key. */
export interface Waiter {
  readonly storeId: string;
  readonly principalId: string;
  readonly key: string;
}

/** The last state of the work, and whether its caller could wait for as long as he wished. */
export interface Waited<Result> {
  readonly state: Settled<Result>['state'];
  readonly result: Result;
  readonly honoured: boolean;
}

const LOOK_MS = { first: 50, last: 500 };
/**
 * Limits of waiting callers. All of one process together look a few hundred times in a second; a further one is answered at once. Nobody can take
 * the places of all others, and nobody waits twice for the same work.
 */
const PLACES = { process: 100, store: 25, principal: 10, key: 1 };
const taken = new Map<string, number>();

/**
 * Looks until the work has ended, the caller's patience is at its end, or the caller is gone; at least once, and no more than that
 * where there is no place to wait in.
 */
export async function settled<Result>(
  look: () => Promise<Settled<Result>>,
  { ms, gone }: Patience,
  waiter: Waiter,
): Promise<Waited<Result>> {
  const leave = takePlace(waiter);
  const honoured = leave !== undefined;
  const until = performance.now() + (honoured ? ms : 0);
  try {
    for (let pause = LOOK_MS.first; ; pause = Math.min(pause * 2, LOOK_MS.last)) {
      const { state, result } = await look();
      const left = until - performance.now();
      if (state !== 'open' || left <= 0 || gone.aborted) return { state, result, honoured };
      await sleep(Math.min(pause, left), undefined, { signal: gone }).catch(() => {});
    }
  } finally {
    leave?.();
  }
}

/** @returns a function that gives the place back; undefined: there is no free place */
function takePlace({ storeId, principalId, key }: Waiter): (() => void) | undefined {
  const whole = [
    ['', PLACES.process],
    [storeId, PLACES.store],
    [`${storeId} ${principalId}`, PLACES.principal],
    [`${storeId} ${principalId} ${key}`, PLACES.key],
  ] as const;
  const count = (name: string): number => taken.get(name) ?? 0;
  if (whole.some(([name, max]) => count(name) >= max)) return undefined;
  for (const [name] of whole) taken.set(name, count(name) + 1);
  return () => {
    for (const [name] of whole) {
      if (count(name) > 1) taken.set(name, count(name) - 1);
      else taken.delete(name);
    }
  };
}
