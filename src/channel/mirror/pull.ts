import type { UnreadableRow } from '../../provider/channel/unreadable';
import { isRefused, ProviderAnswerInvalid } from '../../provider/error';
import { dueRows, noteRows, type RowsRead } from '../../store/unreadable/store';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import type { JobSteps } from '../job/steps';
import type { ItemError } from '../job/table';
import { type ListPage, type PagedPull, type Pulling, pullPages } from '../pull/paged';
import { windowFrom } from '../pull/windows';
import { standOf } from '../task/store';
import type { MirrorJob, MirrorKind } from './declaration';
import { errorOf, type Mirror, type MirrorPage, rowsRead, rowsReadOf } from './mirror';
import { momentBefore } from './moment';

/** Names that are asked for before the place behind them is booked. */
const NAMES_AT_ONCE = 20;

/** The rows that were read, and how they stand at the marketplace. */
interface Taken<Row> {
  readonly rows: readonly (Row | UnreadableRow)[];
  /** The same rows, by the names under which they stand until they can be kept. */
  readonly read: readonly RowsRead[];
  /** The moment at which the marketplace was asked. */
  readonly readAt: string;
  /** Names that were asked for. */
  readonly names?: readonly string[];
  /** Errors of what gave no row. */
  readonly errors?: readonly ItemError[];
}

type ReadPage<Row> = MirrorPage<Row> & ListPage & { readonly readAt: string; readonly rows: MirrorPage<Row>['rows'] };

/** Makes the steps of a pull that reads a list into its mirror: rows of a page and the place behind it are written in one transaction. */
export const mirrorSteps = <Row extends object>(kind: MirrorKind, mirror: Mirror<Row>): JobSteps<MirrorKind> => {
  const of = mirrorPull(kind, mirror);
  return { kind, step: (dependencies, storeId, job, options) => pullPages(of, dependencies, storeId, job, options) };
};

const isNews = ({ input }: MirrorJob): boolean => input.since === null;

const mirrorPull = <Row extends object>(
  kind: MirrorKind,
  mirror: Mirror<Row>,
): PagedPull<MirrorJob, ReadPage<Row>, Taken<Row>> => ({
  kind,
  task: mirror.task,
  urgency: () => 'bulk',
  isNews,

  async begin({ reader, storeId, extension, job }) {
    const { since } = job.input;
    const stand = await inTime(standOf(reader, storeId, extension, mirror.task));
    const fromMs = since === null ? beginningOf(mirror, stand) : Date.parse(since);
    return { ...windowFrom(fromMs, stand.now), end: stand.now };
  },

  async page({ dependencies, storeId, adapter, options }, window, cursor) {
    const readAt = await momentBefore(dependencies, storeId);
    const page = await mirror.page(adapter, window, cursor, options.signal);
    return { ...page, names: namesIn(mirror, page), readAt };
  },

  take: async (_pulling, { rows, readAt }) => ({ rows, read: [rowsRead(mirror, rows)], readAt }),

  async askForRest(pulling) {
    const names = await namesLeft(mirror, pulling);
    if (names.length === 0) return { exhausted: true };
    const { asked } = pulling.job.progress;
    return { place: { asked: asked + names.length }, taken: await askOneByOne(mirror, pulling, names) };
  },

  async write(tx, { storeId, extension }, { done, progress }, taken) {
    if (!taken) return {};
    const { rows, read, readAt, names = [], errors: refused = [] } = taken;
    const channel = { storeId, extension };
    const kept = rows.filter(mirror.isRead);
    const errors = [...rows.flatMap((row) => (mirror.isRead(row) ? [] : [errorOf(row)])), ...refused];
    const { changed, told } = kept.length > 0 ? await mirror.keep(tx, channel, kept, readAt) : { changed: 0, told: [] };
    if (names.length > 0) await mirror.besides?.looked(tx, channel, names);
    for (const each of read) noteRows(tx, storeId, extension, each);
    const items = changed + errors.length;
    const rowsChanged = progress.rowsChanged + changed;
    return { total: done + items, items, errors, besides: told, progress: { rowsChanged } };
  },
});

/** Finds names of what no list shows: those that are due, then those of rows that could not be kept. */
async function namesLeft<Row extends object>(
  { task, besides }: Mirror<Row>,
  { reader, storeId, extension, job }: Pulling<MirrorJob>,
): Promise<string[]> {
  if (!besides) return [];
  const asked = { before: job.startedAt ?? job.createdAt, limit: NAMES_AT_ONCE };
  const { since } = job.input;
  const due = since === null ? besides.due : besides.dueSince;
  const names = due ? await inTime(due(reader, { storeId, extension }, { since: since ?? '', ...asked })) : [];
  if (names.length > 0 || !isNews(job)) return names;
  return inTime(dueRows(reader, storeId, extension, { task, limit: NAMES_AT_ONCE }));
}

async function askOneByOne<Row extends object>(
  mirror: Mirror<Row>,
  { dependencies, storeId, adapter, options }: Pulling<MirrorJob>,
  names: readonly string[],
): Promise<Taken<Row>> {
  const readAt = await momentBefore(dependencies, storeId);
  const rows: (Row | UnreadableRow)[] = [];
  const errors: ItemError[] = [];
  const read: RowsRead[] = [{ task: mirror.task, tried: names }];
  for (const name of names) {
    try {
      const shown = (await mirror.besides?.ask(adapter, name, options.signal)) ?? [];
      rows.push(...shown);
      read.push(rowsReadOf(mirror, name, shown));
    } catch (error) {
      // The others are asked for, also when the marketplace refuses one of them.
      if (!isRefused(error) && !(error instanceof ProviderAnswerInvalid)) throw error;
      errors.push(refusedOf(name, error));
    }
    options.onAnswer();
  }
  return { rows, read, readAt, names, errors };
}

/** Tells where a pull of the news begins, in ms. */
export const beginningOf = (
  { firstMs, overlapMs }: Pick<Mirror<object>, 'firstMs' | 'overlapMs'>,
  { now, until }: { readonly now: string; readonly until: string | null },
): number => (until === null ? Date.parse(now) - firstMs : Date.parse(until) - overlapMs);

/** The names of the rows of a page, also of those that cannot be read. Rows of two lists have different names, even where both show one. */
export const namesIn = <Row extends object>(mirror: Mirror<Row>, { rows, list = '' }: MirrorPage<Row>): string[] =>
  rows.map((row) => `${list} ${mirror.isRead(row) ? mirror.nameOf(row) : `? ${row.remoteId} ${row.message}`}`);

const refusedOf = (name: string, error: Error): ItemError => ({
  remoteId: name,
  barcode: null,
  title: null,
  code: (isRefused(error) ? 'provider_refused' : 'provider_answer_invalid') satisfies JobReason,
  message: error.message,
});
