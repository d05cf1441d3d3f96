import { momentBy } from '../../kernel/database/clock-store';
import type { Queryable, StoreReader } from '../../kernel/database/queryable';
import type { WorkContext } from '../../kernel/declaration/context';
import { ProviderAnswerInvalid } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { noteRowsNow } from '../../store/unreadable/store';
import { answerOf, isOfProvider } from '../provider/answer';
import { connectChannel } from '../provider/connect';
import type { ChannelNeeds } from '../provider/needs';
import { windowAfter, windowFrom } from '../pull/windows';
import { moveTaskNow, standOf } from '../task/store';
import { type Channel, type Mirror, rowsRead, rowsReadOf, type Window } from './mirror';
import { beginningOf, namesIn } from './pull';

/** A list is answered from its mirror as long as this is no older. */
export const FRESH_MS = 60_000;
/** Pages that a caller waits for. What is behind them is brought by the next pull. */
const PAGES_MAX = 4;
/** Rows that a caller waits for one by one. */
const NAMES_MAX = 10;

interface Asking<Row extends object> {
  readonly db: StoreReader;
  readonly books: Queryable;
  readonly channel: Channel;
  readonly mirror: Mirror<Row>;
  readonly adapter: ChannelAdapter;
}

/**
 * Brings a mirror up to date for a caller who waits, unless it is up to date. Where the marketplace does not answer, what was read before
 * is better than nothing.
 * @returns up to when the list is read; null: it was never read to its end
 * @throws {Refusal} as connectChannel, and the refusals of a marketplace of which nothing was ever read
 */
export async function freshened<Row extends object>(
  { db, services, storeId }: Pick<WorkContext, 'db' | 'services' | 'storeId'>,
  { ext, needs, mirror }: { readonly ext: string; readonly needs: ChannelNeeds; readonly mirror: Mirror<Row> },
): Promise<string | null> {
  const connected = await connectChannel({ db, services, storeId, ext, needs });
  const stand = await standOf(db, storeId, ext, mirror.task);
  if (stand.until !== null && Date.parse(stand.now) - Date.parse(stand.until) <= FRESH_MS) return stand.until;
  const channel = { storeId, extension: ext };
  const adapter = connected.adapter as ChannelAdapter;
  const asking = { db, books: services.bookkeeping(storeId), channel, mirror, adapter };
  try {
    return await newsOf(asking, stand);
  } catch (error) {
    if (stand.until !== null && isOfProvider(error)) return stand.until;
    throw error;
  }
}

async function newsOf<Row extends object>(
  asking: Asking<Row>,
  stand: { readonly now: string; readonly until: string | null },
): Promise<string | null> {
  const { books, channel, mirror } = asking;
  let window: Window | undefined = windowFrom(beginningOf(mirror, stand), stand.now);
  let { until } = stand;
  let pages = 0;
  while (window !== undefined) {
    const read = await windowOf(asking, window, PAGES_MAX - pages);
    if (read === undefined) return until;
    pages += read;
    until = window.to;
    await moveTaskNow(books, channel.storeId, { ...taskOf(asking), until, isWhole: false });
    window = pages < PAGES_MAX ? windowAfter(window, stand.now) : undefined;
  }
  await askOneByOne(asking, stand.now);
  return until;
}

const taskOf = <Row extends object>({ channel, mirror }: Asking<Row>) => ({
  extension: channel.extension,
  task: mirror.task,
});

/** @returns the number of its pages; undefined when there are more than a caller waits for */
async function windowOf<Row extends object>(
  { db, books, channel, mirror, adapter }: Asking<Row>,
  window: Window,
  pagesMax: number,
): Promise<number | undefined> {
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let page = 1; page <= pagesMax; page += 1) {
    const readAt = await momentBy(db);
    const asked = cursor;
    const { rows, next } = await answerOf(async (signal) => {
      const answer = await mirror.page(adapter, window, asked, signal);
      const before = seen.size;
      for (const name of namesIn(mirror, answer)) seen.add(name);
      if (answer.next !== null && answer.rows.length > 0 && seen.size === before)
        throw new ProviderAnswerInvalid('The list of the marketplace shows a page once more.');
      return answer;
    });
    const kept = rows.filter(mirror.isRead);
    if (kept.length > 0) await mirror.keep(books, channel, kept, readAt);
    await noteRowsNow(books, channel.storeId, channel.extension, rowsRead(mirror, rows));
    if (next === null) return page;
    cursor = next;
  }
  return undefined;
}

async function askOneByOne<Row extends object>(
  { db, books, channel, mirror, adapter }: Asking<Row>,
  now: string,
): Promise<void> {
  const { besides } = mirror;
  if (!besides) return;
  const before = new Date(Date.parse(now) - FRESH_MS).toISOString();
  const names = await besides.due(db, channel, { before, limit: NAMES_MAX });
  for (const name of names) {
    const readAt = await momentBy(db);
    const rows = await answerOf((signal) => besides.ask(adapter, name, signal));
    const kept = rows.filter(mirror.isRead);
    if (kept.length > 0) await mirror.keep(books, channel, kept, readAt);
    await noteRowsNow(books, channel.storeId, channel.extension, rowsReadOf(mirror, name, rows));
    await besides.looked(books, channel, [name]);
  }
}
