import type { PackageWindow } from '../../provider/channel/package';
import { CursorRefused, ProviderAnswerInvalid } from '../../provider/error';
import type { Values } from '../job/declaration';
import { behind, endlessPages, firstPlace, type placeFields, type TurnedPage } from './pages';
import { halfOf, ROWS_MAX, windowAfter } from './windows';

/** The place of a pull that reads windows of time, one after the other, and each a page at a time. */
export interface Reading extends Values<typeof placeFields> {
  readonly from: string | null;
  readonly to: string | null;
  /** The end of the last window. */
  readonly end: string | null;
  /** Rows of the window so far. */
  readonly rows: number;
  readonly listed: boolean;
}

interface Turn<Place> {
  readonly place: Place;
  /** False for a page whose window is read in halves: its rows come once more. */
  readonly keeps: boolean;
  /** The end of the window, when the page was its last one. */
  readonly until?: string;
}

/** The beginning of a window. */
export const within = <Place extends Reading>(progress: Place, { from, to }: PackageWindow): Place => ({
  ...progress,
  from,
  to,
  ...firstPlace,
  rows: 0,
});

/** The window at which a pull is that has begun. */
export const windowOf = ({ from, to }: Pick<Reading, 'from' | 'to'>): PackageWindow => ({ from, to }) as PackageWindow;

/** @returns undefined when the marketplace knows the place no more: the window is read from its beginning */
export async function pageAt<Page>(cursor: string | null, ask: () => Promise<Page>): Promise<Page | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof CursorRefused && cursor !== null) return undefined;
    throw error;
  }
}

/** Tells the place behind a page. @throws ProviderAnswerInvalid of a list without end */
export function turn<Place extends Reading>(progress: Place, page: TurnedPage): Turn<Place> {
  const flaw = endlessPages(progress, page);
  if (flaw) throw new ProviderAnswerInvalid(flaw);
  const window = windowOf(progress);
  const rows = progress.rows + page.names.length;
  const half = rows > ROWS_MAX ? halfOf(window) : undefined;
  if (half) return { place: within(progress, half), keeps: false };
  if (page.next !== null) return { place: { ...progress, ...behind(progress, page), rows }, keeps: true };
  const next = windowAfter(window, progress.end as string);
  return { place: next ? within(progress, next) : { ...progress, listed: true }, keeps: true, until: window.to };
}
