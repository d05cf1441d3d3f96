import { CursorRefused } from '../error';

/** The longest window that most lists take. */
export const TWO_WEEKS_MS = 14 * 86_400_000;

/** Windows of at most so long, the newest first; both ends of each belong to it. */
export function slicesOf(from: number, to: number, spanMs: number): (readonly [number, number])[] {
  const slices: (readonly [number, number])[] = [];
  for (let end = to; end >= from || slices.length === 0; end -= spanMs + 1)
    slices.push([Math.max(from, end - spanMs), end]);
  return slices;
}

/** A page of a slice, by their numbers from 0 on. */
interface SlicePlace {
  readonly at: number;
  readonly page: number;
}

/** The place that a cursor of the platform names. @throws {CursorRefused} */
export function placeOf(cursor: string | null, slices: number): SlicePlace {
  if (cursor === null) return { at: 0, page: 0 };
  const [, at = '', page = ''] = /^(\d{1,4}):(\d{1,7})$/.exec(cursor) ?? [];
  if (page === '' || Number(at) >= slices) throw new CursorRefused(400, null, 'The cursor is of another window.');
  return { at: Number(at), page: Number(page) };
}

/** The cursor of the place that follows; null behind the last one. */
export function pageAt(
  { at, page }: SlicePlace,
  { pages, slices }: { readonly pages: number; readonly slices: number },
): string | null {
  if (page + 1 < pages) return `${at}:${page + 1}`;
  return at + 1 < slices ? `${at + 1}:0` : null;
}
