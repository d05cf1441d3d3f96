import { clockOf, momentOf } from '../../kernel/shop-time';

/*
 * Times are typed as they are read: by the clock of the shop, wherever the browser is. A term that two people of one shop talk of is one.
 */

/** A time as `<input type="datetime-local">` holds it: to the minute. */
export const localInput = (time: Date): string => clockOf(time.getTime());

/** The way back; empty or unfinished input is no time. */
export const isoOf = (local: string): string | undefined => (local === '' ? undefined : momentOf(local));
