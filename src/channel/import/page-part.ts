import { isReadable, type RemotePage, type RemoteRow } from '../../provider/port';
import type { JobRow } from '../job/table';
import { markedCursor } from './page-check';

/** What one transaction writes: the store's own writes wait for as long as it takes, some tenths of a second. */
const VARIANTS_MAX = 1_000;

/** Trendyol's largest page (providers.md §2.3), which every job begins with. */
const PAGE_SIZE_MAX = 100;
/** A job that had to ask for smaller pages tries larger ones now and then: those it cannot read are read in vain. */
const PAGES_UNTIL_LARGER = 8;

export interface PagePart {
  readonly rows: readonly RemoteRow[];
  /** Rows of the page that stand before it. */
  readonly earlier: readonly RemoteRow[];
  /** Where the job stands once the part is written. */
  readonly position: Pick<JobRow, 'cursor' | 'exhausted' | 'pageRows' | 'pageSize' | 'pages' | 'markedCursor'>;
}

/**
 * What of a page a job writes next. When the page arrives smaller than the rows that were booked of it, because it was asked for
 * in smaller pieces this time, nothing of it is left, and what is booked of the following ones is passed over there.
 */
export function nextPart(job: JobRow, { rows, next }: Pick<RemotePage, 'rows' | 'next'>): PagePart {
  const from = Math.min(job.pageRows, rows.length);
  const to = endOfPart(rows, from);
  const position = to < rows.length ? { ...job, pageRows: to } : behindPage(job, next, job.pageRows - from);
  return { rows: rows.slice(from, to), earlier: rows.slice(0, from), position };
}

const behindPage = (job: JobRow, next: string | null, pageRows: number): PagePart['position'] => ({
  cursor: next,
  exhausted: next === null,
  pageRows,
  pageSize: (job.pages + 1) % PAGES_UNTIL_LARGER === 0 ? Math.min(PAGE_SIZE_MAX, 2 * job.pageSize) : job.pageSize,
  pages: job.pages + 1,
  markedCursor: markedCursor(job, next),
});

/** At least one row, however large it is. */
function endOfPart(rows: readonly RemoteRow[], from: number): number {
  let variants = 0;
  for (let index = from; index < rows.length; index += 1) {
    variants += weightOf(rows[index] as RemoteRow);
    if (variants > VARIANTS_MAX && index > from) return index;
  }
  return rows.length;
}

const weightOf = (row: RemoteRow): number => (isReadable(row) ? Math.max(1, row.variants.length) : 1);
