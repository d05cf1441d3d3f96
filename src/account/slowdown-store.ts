import type { Queryable } from '../kernel/database/queryable';

/** Failures of one kind, as they are counted. */
export interface Counted {
  /** A digest: who tries is nobody's to read in the table. */
  readonly key: string;
  /** Failures that cost no wait. */
  readonly free: number;
  readonly waitMsMax: number;
}

/** A visitor whom the failures of others do not hold up. */
export interface Newcomer {
  /** The key of the failures that are the newcomer's own. */
  readonly key: string;
  readonly free: number;
  /** The count of failures that does not hold a newcomer up. */
  readonly spared: string;
}

const BEGIN = 'SELECT begin_login($1, $2, $3, $4, $5, $6) AS "waitMs"';

/**
 * Counts an attempt as failed before it is made, or a burst of them would all pass the same count; one that comes too early is not counted.
 * @returns milliseconds until it may be made, by the clock of Postgres; 0: it was counted
 */
export async function beginLogin(
  systemWriter: Queryable,
  counted: readonly Counted[],
  newcomer: Newcomer,
): Promise<number> {
  const [row] = await systemWriter.query<{ waitMs: number }>(BEGIN, [
    counted.map(({ key }) => key),
    counted.map(({ free }) => free),
    counted.map(({ waitMsMax }) => waitMsMax),
    newcomer.key,
    newcomer.free,
    newcomer.spared,
  ]);
  return row?.waitMs ?? 0;
}

/** It did not fail after all. */
export async function takeLoginBack(systemWriter: Queryable, counted: readonly Counted[]): Promise<void> {
  await systemWriter.query('SELECT take_login_back($1)', [counted.map(({ key }) => key)]);
}
