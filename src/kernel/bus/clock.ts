import type { Queryable } from '../database/database';
import type { BusOptions } from './options';
import { askTime } from './store';

type Clock = Pick<BusOptions, 'now'>;

/** What time it is by the clock of Postgres; within a transaction, for everything that it does. */
export async function timeOf(clock: Clock, db: Queryable): Promise<Date> {
  return dated(clock, await askTime(db));
}

/** @param now what Postgres said */
export const dated = (clock: Clock, now: string): Date => clock.now?.() ?? new Date(now);
