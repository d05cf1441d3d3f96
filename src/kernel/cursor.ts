import { refuse } from './errors';

/** A keyset position: the sort values of the last row of a page. */
export type Position = readonly (string | number | null)[];

/** @param shape names the list and its sort, so that a cursor of one list is refused by another */
export function encodeCursor(shape: string, position: Position): string {
  return Buffer.from(JSON.stringify([shape, ...position])).toString('base64url');
}

/** @throws {Refusal} invalid_request when the cursor was not made for this list and sort */
export function decodeCursor(shape: string, cursor: string, length: number): Position {
  try {
    const [of, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [string, ...Position];
    const plain = position.every((value) => value === null || typeof value === 'string' || Number.isFinite(value));
    const storable = position.every(
      (value) => typeof value !== 'string' || (value.isWellFormed() && !value.includes('\0')),
    );
    if (of === shape && position.length === length && plain && storable) return position;
  } catch {
    // Falls through: an unreadable cursor and a foreign one are the same mistake.
  }
  return refuse('invalid_request', 'The cursor does not belong to this list and sort.', {
    errors: [{ pointer: '/query/cursor', message: 'does not belong to this list and sort' }],
  });
}

/** Cuts a page out of `limit + 1` rows: one row more was asked for, so the end is known without counting. */
export function pageOf<Row, Item>(
  rows: readonly Row[],
  limit: number,
  view: (row: Row) => Item,
  cursorOf: (row: Row) => string,
): { items: Item[]; nextCursor: string | null } {
  const kept = rows.slice(0, limit);
  const last = kept.at(-1);
  return { items: kept.map(view), nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}
