import type { RemotePage } from '../../provider/port';
import type { ImportJob } from './declaration';

type Progress = Pick<ImportJob['progress'], 'pages' | 'cursor' | 'markedCursor'>;

/** A list may grow while it is read, yet not for ever. */
const GROWTH_MAX = 1_000;

/**
 * Finds the reason for which the list of a marketplace has no end, if it has none; a job that followed it would run for ever.
 *
 * One cursor of the past is remembered, and replaced at every power of two of pages (Brent): whatever the length of a circle, a cursor
 * comes back to the remembered one. A list that is always new is held against its own total.
 */
export function endlessList(
  { done, progress }: { readonly done: number; readonly progress: Progress },
  page: Pick<RemotePage, 'next' | 'total'>,
  items: number,
): string | undefined {
  if (page.next !== null && (page.next === progress.cursor || page.next === progress.markedCursor))
    return 'The list of the marketplace comes back to a page that was read.';
  if (done + items > 2 * page.total + GROWTH_MAX)
    return `The marketplace says that it has ${page.total} products and sends more and more.`;
  return undefined;
}

/** @returns the cursor to remember once the page before `next` is written */
export const markedCursor = ({ pages, markedCursor }: Progress, next: string | null): string | null =>
  ((pages + 1) & pages) === 0 ? next : markedCursor;
