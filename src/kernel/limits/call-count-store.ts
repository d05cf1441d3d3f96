import type { Queryable } from '../database/queryable';

/** Count of a key by all processes at a moment. */
export interface CountedCalls {
  readonly key: string;
  /** Seconds since 1970 by the clock of Postgres, with how many calls in each. */
  readonly seconds: number[];
  readonly calls: number[];
  /** The moment, of the same clock. */
  readonly nowSeconds: number;
}

const COUNT = 'SELECT key, seconds, calls, now_seconds AS "nowSeconds" FROM count_calls($1, $2, $3)';

/** Adds calls to those of the last `windowSeconds`, and sweeps older ones. @returns for each key the calls that are counted now */
export const countCalls = (
  system: Queryable,
  calls: ReadonlyMap<string, number>,
  windowSeconds: number,
): Promise<CountedCalls[]> =>
  system.query<CountedCalls>(COUNT, [[...calls.keys()], [...calls.values()], windowSeconds]);
