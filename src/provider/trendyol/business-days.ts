import { DAY_MS, isWeekend } from '../../kernel/shop-time';

/** The moment so many days from Monday to Friday later, at the same time of day. Public holidays count: too early is safe. */
export function businessDaysAfter(ms: number, days: number): number {
  let at = ms;
  for (let left = days; left > 0; ) {
    at += DAY_MS;
    if (!isWeekend(at)) left -= 1;
  }
  return at;
}
