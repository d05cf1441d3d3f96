import type { Type } from './fields';

/** A day, in the calendar. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[1-9]\d{3}-\d\d-\d\d$/.test(value)) return false;
  const at = new Date(`${value}T00:00:00Z`);
  // The 31st of February would become the 3rd of March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value);
}

const TIME = /^([1-9]\d{3}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,3})?(Z|[+-](0\d|1[0-4]):[0-5]\d)$/;

/** A time in ISO 8601 with its offset. */
export const isTime = (value: unknown): value is string =>
  typeof value === 'string' && TIME.test(value) && isDate(value.slice(0, 10));

/**
 * Types whose values stand in an order, and the place of a value in it: numbers are themselves, dates and times ms since 1970, so that
 * the same moment is the same place whatever its offset.
 */
export const placeOf: Readonly<Partial<Record<Type, (value: string | number | boolean) => number>>> = {
  integer: Number,
  decimal: Number,
  money: Number,
  date: (value) => Date.parse(`${value}T00:00:00Z`),
  date_time: (value) => Date.parse(String(value)),
};
