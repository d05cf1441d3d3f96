import type { Transaction } from '../../kernel/database/queryable';

/**
 * A time that is taken so far ahead of the present was taken by a clock that was wrong, and holds up nobody. The last time of a worker whose
 * clock is a little behind may be far before one that was taken rightly.
 */
const isOver = (ranFor: string): string => `(${ranFor} < $4 OR ${ranFor} > $5::timestamptz + interval '5 minutes')`;

const CLAIM = `
  INSERT INTO channel_round AS held (store_id, extension, round, ran_for) VALUES ($1, $2, $3, $4)
  ON CONFLICT (store_id, extension, round) DO UPDATE SET ran_for = excluded.ran_for WHERE ${isOver('held.ran_for')}
  RETURNING round`;

const CATCH_UP = `
  UPDATE channel_round SET ran_for = $4 WHERE store_id = $1 AND extension = $2 AND round = $3 AND ${isOver('ran_for')} RETURNING round`;

/** A time of a round, in ms since 1970, and the present by the clock of its worker. */
export interface RoundTime {
  readonly due: number;
  readonly now: number;
  /** True when the time has passed already: it is made up for only where an earlier one was asked for. */
  readonly isPast: boolean;
}

/** Takes a time of a round for the job that is asked for. @returns false when another worker has taken it, or a later one */
export async function claimRound(
  tx: Transaction,
  storeId: string,
  extension: string,
  round: string,
  { due, now, isPast }: RoundTime,
): Promise<boolean> {
  const [dueAt, presentAt] = [due, now].map((ms) => new Date(ms).toISOString());
  const rows = await tx.query(isPast ? CATCH_UP : CLAIM, [storeId, extension, round, dueAt, presentAt]);
  return rows.length > 0;
}
