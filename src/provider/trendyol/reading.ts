import { storable } from '../text';

/** The last moment that has four digits for its year. */
export const TIME_MAX = 253_402_300_799_999;

/** Reads a row as values under their names, whatever it is. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** A text or a number as a text that can be stored; null of none, and of an empty one. */
export function words(value: unknown, lengthMax: number): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storable(value.trim(), lengthMax).trim() || null : null;
}

/** A moment in ms since 1970, as ISO 8601 writes it. */
export const isoOf = (ms: number): string => new Date(ms).toISOString();

/** @returns null of what is no moment */
export const momentIn = (value: unknown): string | null =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= TIME_MAX ? isoOf(value as number) : null;
