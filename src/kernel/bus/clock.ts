import type { Queryable } from '../database/queryable';
import type { BusOptions } from './options';
import { askTime } from './store';

type Clock = Pick<BusOptions, 'now'>;

/** Reads the clock of Postgres. Within a transaction, one time holds for everything that it does. */
export async function timeOf(clock: Clock, db: Queryable): Promise<Date> {
  return dated(clock, await askTime(db));
}

/** @param now the time by the clock of Postgres */
export const dated = (clock: Clock, now: string): Date => clock.now?.() ?? new Date(now);
