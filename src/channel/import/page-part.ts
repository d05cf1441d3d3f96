import { isReadable, PAGE_PRODUCTS_MAX, type RemotePage, type RemoteRow } from '../../provider/port';
import type { ImportJob } from './declaration';
import { markedCursor } from './page-check';

/** The size of one transaction. The store's own writes wait for it, some tenths of a second. */
const VARIANTS_MAX = 1_000;

/** A job that had to ask for smaller pages tries larger ones now and then: those it cannot read are read in vain. */
const PAGES_UNTIL_LARGER = 8;

export interface PagePart {
  readonly rows: readonly RemoteRow[];
  /** Rows of the page that stand before it. */
  readonly earlier: readonly RemoteRow[];
  /** The number of rows, the first ones, that are counted already. The list was begun anew, and they were read before. */
  readonly again: number;
  /** The position of the job once the part is written. */
  readonly position: Position;
  /** The provider has no page left. */
  readonly exhausted: boolean;
}

type Position = Pick<ImportJob['progress'], 'cursor' | 'pageRows' | 'again' | 'pageSize' | 'pages' | 'markedCursor'>;

/**
 * The part of a page that a job writes next. A page may arrive smaller than the rows that were booked of it, because smaller pages were
 * asked for. Then nothing of it is left, and the next pages skip the other booked rows.
 */
export function nextPart(position: Position, { rows, next }: Pick<RemotePage, 'rows' | 'next'>): PagePart {
  const from = Math.min(position.pageRows, rows.length);
  const to = endOfPart(rows, from);
  const stays = to < rows.length;
  const again = Math.min(position.again, to - from);
  const left = { ...position, again: position.again - again };
  return {
    rows: rows.slice(from, to),
    earlier: rows.slice(0, from),
    again,
    position: stays ? { ...left, pageRows: to } : behindPage(left, next, position.pageRows - from),
    exhausted: !stays && next === null,
  };
}

const behindPage = (position: Position, next: string | null, pageRows: number): Position => ({
  cursor: next,
  pageRows,
  again: position.again,
  pageSize:
    (position.pages + 1) % PAGES_UNTIL_LARGER === 0
      ? Math.min(PAGE_PRODUCTS_MAX, 2 * position.pageSize)
      : position.pageSize,
  pages: position.pages + 1,
  markedCursor: markedCursor(position, next),
});

/** Finds the end of a part; a part has at least one row, however large it is. */
function endOfPart(rows: readonly RemoteRow[], from: number): number {
  let variants = 0;
  for (let index = from; index < rows.length; index += 1) {
    variants += weightOf(rows[index] as RemoteRow);
    if (variants > VARIANTS_MAX && index > from) return index;
  }
  return rows.length;
}

const weightOf = (row: RemoteRow): number => (isReadable(row) ? Math.max(1, row.variants.length) : 1);
