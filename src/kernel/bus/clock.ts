import type { Transaction } from '../database/database';
import type { BusOptions } from './options';
import { askTime } from './store';

type Clock = Pick<BusOptions, 'now'>;

/** What time it is for everything that the transaction does, by the clock of Postgres. */
export async function timeOf(clock: Clock, tx: Transaction): Promise<Date> {
  return dated(clock, await askTime(tx));
}

/** @param now what Postgres said */
export const dated = (clock: Clock, now: string): Date => clock.now?.() ?? new Date(now);
