import type { Queryable } from '../src/kernel/database/queryable';

/**
 * Deletes what has outlived its use: outcomes of expired keys, expired sessions, delivered effects.
 * @param outcomeLifeMs how long outcomes are kept @param batch rows of one kind at most @returns rows deleted
 */
export async function deleteExpired(maintenance: Queryable, outcomeLifeMs: number, batch: number): Promise<number> {
  const [row] = await maintenance.query<{ deleted: number }>('SELECT sweep_expired($1::interval, $2) AS deleted', [
    `${outcomeLifeMs} milliseconds`,
    batch,
  ]);
  return row?.deleted ?? 0;
}

/** Numbers movements of stock that nobody has read. @param batch movements of one store at most @returns how many */
export async function numberMovements(maintenance: Queryable, batch: number): Promise<number> {
  const [row] = await maintenance.query<{ numbered: number }>('SELECT number_waiting($1) AS numbered', [batch]);
  return row?.numbered ?? 0;
}
