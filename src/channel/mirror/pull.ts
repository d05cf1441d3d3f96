import type { Transaction } from '../../kernel/database/database';
import type { UnreadableRow } from '../../provider/channel/unreadable';
import { isRefused, ProviderAnswerInvalid } from '../../provider/error';
import type { ChannelAdapter } from '../../provider/port';
import { dueRows, forgetExpired, noteRows, type RowsRead } from '../../store/unreadable/store';
import { type Advance, book } from '../job/book';
import { inTime } from '../job/in-time';
import type { JobReason } from '../job/reasons';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import { connectChannel } from '../provider/connect';
import { pageAt, turn, windowOf, within } from '../pull/turn';
import { windowFrom } from '../pull/windows';
import { moveTask, standOf } from '../task/store';
import type { MirrorJob, MirrorKind } from './declaration';
import { type Channel, errorOf, type Mirror, type MirrorPage, rowsRead, rowsReadOf } from './mirror';
import { momentBefore } from './moment';

/** Names that are asked for before the place behind them is booked. */
const NAMES_AT_ONCE = 20;

/**
 * The pull of a list into its mirror, a page at a time, in windows of time.
 *
 * The rows of a page and the place behind it are written in one transaction. The cursor of the task moves with the last page of a window,
 * and by a pull of the news alone, so that what a killed attempt has left out is read once more.
 */
export const mirrorSteps = <Row extends object>(kind: MirrorKind, mirror: Mirror<Row>): JobSteps<MirrorKind> => ({
  kind,
  step: (dependencies, storeId, job, options) =>
    new MirrorPull(kind, mirror, dependencies, storeId, job, options).run(),
});

type Place = MirrorJob['progress'];

interface Booking<Row> {
  readonly rows?: readonly (Row | UnreadableRow)[];
  /** The same rows, by the names under which they stand until they can be kept. */
  readonly read?: readonly RowsRead[];
  /** Names that were asked for. */
  readonly names?: readonly string[];
  /** Errors of what gave no row. */
  readonly errors?: readonly ItemError[];
  /** The moment at which the marketplace was asked. */
  readonly readAt?: string;
  readonly exhausted?: boolean;
  /** The end of what is read of the list. */
  readonly until?: string;
}

class MirrorPull<Row extends object> {
  constructor(
    private readonly kind: MirrorKind,
    private readonly mirror: Mirror<Row>,
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private job: MirrorJob,
    private readonly options: StepOptions,
  ) {}

  /** @throws what the provider answers with, ProviderAnswerInvalid of a list without end */
  async run(): Promise<JobProgress> {
    const { services } = this.dependencies;
    const { extension: ext } = this.job;
    const asked = { db: this.reader, services, storeId: this.storeId, ext, urgency: 'bulk' } as const;
    const { adapter } = await inTime(connectChannel(asked));
    while (this.job.state === 'running' && !this.job.exhausted) {
      this.options.signal.throwIfAborted();
      if (this.job.progress.from === null) await this.begin();
      else if (this.job.progress.listed) await this.askOneByOne(adapter);
      else await this.readPage(adapter);
      this.options.onProgress(progressOf(this.job));
      if (this.options.until()) break;
    }
    return progressOf(this.job);
  }

  private get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  private get channel(): Channel {
    return { storeId: this.storeId, extension: this.job.extension };
  }

  /** True of a pull that moves the cursor. */
  private get isNews(): boolean {
    return this.job.input.since === null;
  }

  private async begin(): Promise<void> {
    const { since } = this.job.input;
    const stand = await inTime(standOf(this.reader, this.storeId, this.job.extension, this.mirror.task));
    const fromMs = since === null ? beginningOf(this.mirror, stand) : Date.parse(since);
    await this.book({ ...this.job.progress, ...windowFrom(fromMs, stand.now), end: stand.now });
  }

  private async readPage(adapter: ChannelAdapter): Promise<void> {
    const { mirror } = this;
    const { progress } = this.job;
    const { cursor } = progress;
    const window = windowOf(progress);
    const readAt = await momentBefore(this.dependencies, this.storeId);
    const page = await pageAt(cursor, () => mirror.page(adapter, window, cursor, this.options.signal));
    this.options.onAnswer();
    if (page === undefined) return this.book(within(progress, window));
    const { place, keeps, until } = turn(progress, { next: page.next, names: namesIn(mirror, page) });
    const kept = keeps ? { rows: page.rows, read: [rowsRead(mirror, page.rows)], readAt } : {};
    await this.book(place, { ...kept, ...(this.isNews && until !== undefined ? { until } : {}) });
  }

  private async askOneByOne(adapter: ChannelAdapter): Promise<void> {
    const { besides } = this.mirror;
    const { progress, startedAt, createdAt } = this.job;
    const asked = { before: startedAt ?? createdAt, limit: NAMES_AT_ONCE };
    const { since } = this.job.input;
    const due = since === null ? besides?.due : besides?.dueSince;
    let names = due ? await inTime(due(this.reader, this.channel, { since: since ?? '', ...asked })) : [];
    if (names.length === 0 && besides && this.isNews) names = await this.unkeptNames();
    if (!besides || names.length === 0) return this.book(progress, { exhausted: true });
    const readAt = await momentBefore(this.dependencies, this.storeId);
    const rows: (Row | UnreadableRow)[] = [];
    const errors: ItemError[] = [];
    const { task } = this.mirror;
    const read: RowsRead[] = [{ task, tried: names }];
    for (const name of names) {
      try {
        const shown = await besides.ask(adapter, name, this.options.signal);
        rows.push(...shown);
        read.push(rowsReadOf(this.mirror, name, shown));
      } catch (error) {
        // The others are asked for, also when the marketplace refuses one of them.
        if (!isRefused(error) && !(error instanceof ProviderAnswerInvalid)) throw error;
        errors.push(refusedOf(name, error));
      }
      this.options.onAnswer();
    }
    await this.book({ ...progress, asked: progress.asked + names.length }, { rows, read, errors, names, readAt });
  }

  /** Names of rows that could not be kept, and are to be asked for again. */
  private unkeptNames(): Promise<string[]> {
    const { task } = this.mirror;
    return inTime(dueRows(this.reader, this.storeId, this.job.extension, { task, limit: NAMES_AT_ONCE }));
  }

  /** Books the place that follows, with the rows before it, unless another attempt was here. */
  private async book(progress: Place, booking: Booking<Row> = {}): Promise<void> {
    const { id, progress: at } = this.job;
    this.job = await book(this.kind, this.dependencies, this.storeId, id, async (tx, job) =>
      JSON.stringify(placeOf(job.progress)) === JSON.stringify(placeOf(at))
        ? this.keep(tx, job, progress, booking)
        : undefined,
    );
  }

  private async keep(tx: Transaction, job: MirrorJob, progress: Place, booking: Booking<Row>): Promise<Advance<Place>> {
    const { storeId, mirror, channel } = this;
    const { rows = [], names = [], readAt = '', exhausted = false, until } = booking;
    const kept = rows.filter(mirror.isRead);
    const errors = [...rows.flatMap((row) => (mirror.isRead(row) ? [] : [errorOf(row)])), ...(booking.errors ?? [])];
    const { changed, told } = kept.length > 0 ? await mirror.keep(tx, channel, kept, readAt) : { changed: 0, told: [] };
    if (names.length > 0) await mirror.besides?.looked(tx, channel, names);
    for (const each of booking.read ?? []) noteRows(tx, storeId, job.extension, each);
    const task = { extension: job.extension, task: mirror.task };
    if (until !== undefined) moveTask(tx, storeId, { ...task, until, isWhole: false });
    if (exhausted) forgetExpired(tx, storeId, job.extension);
    if (exhausted && this.isNews) moveTask(tx, storeId, { ...task, until: null, isWhole: true });
    const items = changed + errors.length;
    const counted = { rowsChanged: job.progress.rowsChanged + changed };
    return { total: job.done + items, items, errors, besides: told, exhausted, progress: { ...progress, ...counted } };
  }
}

/** Tells where a pull of the news begins, in ms. */
export const beginningOf = (
  { firstMs, overlapMs }: Pick<Mirror<object>, 'firstMs' | 'overlapMs'>,
  { now, until }: { readonly now: string; readonly until: string | null },
): number => (until === null ? Date.parse(now) - firstMs : Date.parse(until) - overlapMs);

/** The names of the rows of a page, also of those that cannot be read. Rows of two lists have different names, even where both show one. */
export const namesIn = <Row extends object>(mirror: Mirror<Row>, { rows, list = '' }: MirrorPage<Row>): string[] =>
  rows.map((row) => `${list} ${mirror.isRead(row) ? mirror.nameOf(row) : `? ${row.remoteId} ${row.message}`}`);

const placeOf = ({ from, to, cursor, pages, listed, asked }: Place) => [from, to, cursor, pages, listed, asked];

const refusedOf = (name: string, error: Error): ItemError => ({
  remoteId: name,
  barcode: null,
  title: null,
  code: (isRefused(error) ? 'provider_refused' : 'provider_answer_invalid') satisfies JobReason,
  message: error.message,
});
