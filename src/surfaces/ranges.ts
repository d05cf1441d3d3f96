import type { ByteRange } from '../kernel/objects/objects';

const ONE_RANGE = /^bytes=[ \t]*(\d{0,15})-(\d{0,15})[ \t]*$/i;

/**
 * The part of a file that the header `Range` asks for (RFC 9110 §14.2).
 * @param size of the file, in bytes
 * @returns undefined: the whole file, as for what is no range, or several; null: there is nothing of it in the file
 */
export function rangeOf(header: string, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return last === '0' || size === 0 ? null : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const [start, end] = [Number(first), last === '' ? Number.POSITIVE_INFINITY : Number(last)];
  if (end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : null;
}
