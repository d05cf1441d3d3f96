import { storable } from './text';

/**
 * Makes an answer of a provider one that Postgres can keep: half a character becomes U+FFFD, and NUL goes. Ids and cursors are texts as well, and
 * one that cannot be written would fail each attempt at the page that shows it.
 */
export function storableAnswer<T>(answer: T): T {
  return (isStorable(answer) ? answer : repaired(answer)) as T;
}

function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorable);
  return !isPlain(value) || Object.entries(value).every(([name, inner]) => isStorable(name) && isStorable(inner));
}

function repaired(value: unknown): unknown {
  if (typeof value === 'string') return storable(value, Number.POSITIVE_INFINITY);
  if (Array.isArray(value)) return value.map(repaired);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [repaired(name), repaired(inner)]));
}

/** Tells apart what is walked through: bytes and streams are left alone. */
const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
