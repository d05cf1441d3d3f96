import { kurusOfLira } from '../kernel/money';
import { storable } from './text';

/*
 * Parts of an answer that are read as far as they can be: of an order nothing is lost because of an address.
 */

/** The fields of an object; none of anything else. */
export const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** A text or a number as a text that can be stored; null of none, and of an empty one. */
export function words(value: unknown, lengthMax: number): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? storable(value.trim(), lengthMax).trim() || null : null;
}

/** Texts one behind the other; null where all are empty. */
export const joined = (...parts: readonly unknown[]): string | null =>
  parts
    .flatMap((part) => words(part, 250) ?? [])
    .join(' ')
    .trim() || null;

/** Decimal lira in kuruş, up to the largest amount of the platform; null of anything else. */
export const amountIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100_000_000_000 ? kurusOfLira(value) : null;

export const percentIn = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 100 ? value : null;

/** Lira unless another currency is named. */
export const currencyIn = (value: unknown): string =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : 'TRY';

/** Pieces of one order. A shop of this size sells no more at once, and an order is computed whole in one call. */
export const PIECES_MAX = 5_000;

/** Clocks of a provider and of ours may differ so much. */
const AHEAD_MS = 10 * 60_000;

/** Tells whether a time is later than any change can be. */
export const isAhead = (ms: number): boolean => ms > Date.now() + AHEAD_MS;

/**
 * Reads when something has changed, in ms since 1970. A time that is still to come counts as the moment of reading: of two news the later one
 * counts, so nothing would ever count against it.
 */
export const changedMs = (ms: number): number => (isAhead(ms) ? Date.now() : ms);
