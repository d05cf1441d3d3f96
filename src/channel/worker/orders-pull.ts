import { keptAt } from '../../extension/store';
import type { Transaction } from '../../kernel/database/database';
import { isPackage, type PackageRow, type PackageState } from '../../provider/channel/package';
import { dueRows, forgetExpired, forgetNameless, noteRows } from '../../store/unreadable/store';
import { book } from '../job/book';
import { inTime } from '../job/in-time';
import { type JobDependencies, type JobProgress, type JobSteps, progressOf, type StepOptions } from '../job/steps';
import type { ItemError } from '../job/table';
import {
  forgetPackages,
  freshRows,
  leftOut,
  noteLooked,
  notePackages,
  noteTried,
  unmappedOrders,
} from '../package/seen-store';
import { type ConnectedChannel, connectChannel } from '../provider/connect';
import { ordersPull, type PullJob } from '../pull/declaration';
import { pageAt, turn, windowOf, within } from '../pull/turn';
import { beginningOf, startOf, windowAfter } from '../pull/windows';
import { CENSUS, moveTask, standOf } from '../task/store';
import { type Kept, keepPackages } from './keep-packages';
import { askedAgain, packagesRead } from './unkept-packages';

/** The task whose cursor pulls of orders move. */
export const ORDERS = 'orders';

/** Packages in one question for them. */
const ASKED_MAX = 50;
/** A pull that began longer ago says too little of what was sold: whoever waits for it wants one of the last 10 seconds. */
const RENEWED_MS = 5_000;
/** Orders with a line of no product that one step of a pull tries again, and how long those rest whose product nobody knows still. */
const RETRIED = { limit: 3, restMs: 15 * 60_000 };

/**
 * The pull of a marketplace's packages, a page at a time, in windows of time.
 *
 * A page is kept package by package, and then booked with the place behind it. So a killed attempt has its page kept once more, which moves
 * nothing. The cursor of the channel moves with the last page of a window, and by a pull of the news alone. Windows overlap, because clocks
 * differ and lists lag behind.
 */
export const ordersPullSteps: JobSteps<typeof ordersPull> = {
  kind: ordersPull,
  step: (dependencies, storeId, job, options) => new Pull(dependencies, storeId, job, options).run(),
};

type Adapter = ConnectedChannel['adapter'];
type Place = PullJob['progress'];

interface Booking {
  readonly kept?: Kept;
  /** Packages that were shown and had nothing new. */
  readonly shown?: readonly string[];
  readonly errors?: readonly ItemError[];
  /** Orders that were tried again: those that have found their products by now are news. */
  readonly tried?: readonly string[];
  /** Names of packages that could not be kept, and were asked for again. */
  readonly askedAgain?: readonly string[];
  readonly exhausted?: boolean;
  /** Up to where the channel is read. */
  readonly until?: string;
}

/** States in which pieces are still with the merchant; nobody knows it of the last one. */
const UNSENT: readonly PackageState[] = ['waiting', 'created', 'preparing', 'invoiced', 'unknown'];

class Pull {
  private hasAskedAgain = false;
  private extension: ReturnType<typeof keptAt> | undefined;

  constructor(
    private readonly dependencies: JobDependencies,
    private readonly storeId: string,
    private job: PullJob,
    private readonly options: StepOptions,
  ) {}

  /** @throws what the provider answers with, ProviderAnswerInvalid of a list without end */
  async run(): Promise<JobProgress> {
    const { adapter } = await inTime(
      connectChannel({
        db: this.reader,
        services: this.dependencies.services,
        storeId: this.storeId,
        ext: this.job.extension,
        urgency: this.isNews ? 'urgent' : 'bulk',
      }),
    );
    while (this.job.state === 'running' && !this.job.exhausted) {
      this.options.signal.throwIfAborted();
      if (this.job.progress.from === null) await this.begin();
      else if (this.job.progress.listed) await this.askForTheRest(adapter);
      else await this.readPage(adapter);
      this.options.onProgress(progressOf(this.job));
      if (this.options.until()) break;
    }
    return progressOf(this.job);
  }

  private get reader() {
    return this.dependencies.database.reader(this.storeId);
  }

  /** True of a pull that moves the cursor. */
  private get isNews(): boolean {
    const { since, censusDays } = this.job.input;
    return since === null && censusDays === null;
  }

  private async begin(): Promise<void> {
    const { storeId, reader } = this;
    const { extension, input } = this.job;
    const { installedAt } = await this.installed();
    const stand = await inTime(standOf(reader, storeId, extension, ORDERS));
    const window = beginningOf({ ...stand, ...input, installedAt });
    await this.book({ ...this.job.progress, ...window, end: stand.now });
  }

  private async readPage(adapter: Adapter): Promise<void> {
    const { progress } = this.job;
    const { cursor } = progress;
    const window = windowOf(progress);
    const page = await pageAt(cursor, () => adapter.packages(window, cursor, this.options.signal));
    this.options.onAnswer();
    if (page === undefined) return this.book(within(progress, window));
    const { place, keeps, until } = turn(progress, { next: page.next, names: page.rows.map(nameOf) });
    const kept = keeps ? await this.keep(await this.withoutSent(page.rows)) : {};
    await this.book(place.listed ? await this.renewed(place) : place, {
      ...kept,
      ...(this.isNews && until !== undefined ? { until } : {}),
    });
  }

  /** A pull of the news that took long is no news at its end: what changed meanwhile is read as well, once. */
  private async renewed(place: Place): Promise<Place> {
    if (!this.isNews || place.renewed) return place;
    const { now } = await inTime(standOf(this.reader, this.storeId, this.job.extension, ORDERS));
    const isOld = Date.parse(now) - Date.parse(place.end as string) > RENEWED_MS;
    const next = isOld ? windowAfter(windowOf(place), now) : undefined;
    return next ? { ...within(place, next), end: now, listed: false, renewed: true } : place;
  }

  /** Leaves out what had left before the installation: of that time the first pull brings what is still to be sent. */
  private async withoutSent(rows: readonly PackageRow[]): Promise<readonly PackageRow[]> {
    if (!this.isNews || rows.length === 0) return rows;
    const start = startOf((await this.installed()).installedAt);
    return rows.filter((row) => !isPackage(row) || UNSENT.includes(row.state) || Date.parse(row.modifiedAt) >= start);
  }

  private installed(): ReturnType<typeof keptAt> {
    this.extension ??= inTime(keptAt(this.reader, this.storeId, this.job.extension));
    return this.extension;
  }

  /** Asks for packages that lists left out, and for orders whose products may be known by now. */
  private async askForTheRest(adapter: Adapter): Promise<void> {
    const { extension, progress, input, startedAt, createdAt } = this.job;
    if (input.censusDays !== null) {
      const since = startedAt ?? createdAt;
      const asked = { after: progress.askedAfter, since, isLong: input.censusDays > 1, limit: ASKED_MAX };
      const packageIds = await inTime(leftOut(this.reader, this.storeId, extension, asked));
      if (packageIds.length === 0) return this.book(progress, { exhausted: true });
      const rows = await adapter.packagesById(packageIds, this.options.signal);
      this.options.onAnswer();
      const askedAfter = packageIds.at(-1) as string;
      return this.book({ ...progress, askedAfter }, await this.keep(rows));
    }
    if (this.isNews && !this.hasAskedAgain) {
      this.hasAskedAgain = true;
      const due = { task: 'orders', limit: ASKED_MAX } as const;
      const names = await inTime(dueRows(this.reader, this.storeId, extension, due));
      if (names.length > 0) {
        const { rows, tried: askedFor } = await askedAgain(adapter, names, this.options.signal);
        this.options.onAnswer();
        return this.book(progress, { ...(await this.keep(rows)), askedAgain: askedFor });
      }
    }
    const orders = this.isNews ? await inTime(unmappedOrders(this.reader, this.storeId, extension, RETRIED)) : [];
    const kept: Booking[] = [];
    for (const { orderNumber } of orders) {
      const rows = await adapter.packagesOfOrder(orderNumber, this.options.signal);
      this.options.onAnswer();
      // Nothing is new at the marketplace; what is new stands in the catalog.
      kept.push(await this.keep(rows, true));
    }
    // Others follow in the next step, as long as their products have come: their stock is taken at once.
    const goesOn = orders.length === RETRIED.limit && orders.every(({ known }) => known);
    const tried = orders.map(({ orderNumber }) => orderNumber);
    await this.book(progress, { ...together(kept), tried, exhausted: !goesOn });
  }

  private async keep(rows: readonly PackageRow[], all = false): Promise<Booking> {
    const { extension, id: jobId } = this.job;
    const { storeId } = this;
    const fresh = all ? rows : await inTime(freshRows(this.reader, storeId, extension, rows));
    const isFresh = new Set(fresh);
    const shown = rows.flatMap((row) => ('packageId' in row && !isFresh.has(row) ? [row.packageId] : []));
    return { kept: await keepPackages(this.dependencies, { storeId, extension, jobId }, fresh, this.options), shown };
  }

  /** Books the place that follows, with what was kept before it, unless another attempt was here. */
  private async book(progress: Place, booking: Booking = {}): Promise<void> {
    const { kept, shown = [], tried, exhausted = false, until } = booking;
    const { storeId } = this;
    const { id, extension, progress: at } = this.job;
    this.job = await book(ordersPull, this.dependencies, storeId, id, async (tx, job) => {
      if (JSON.stringify(placeOf(job.progress)) !== JSON.stringify(placeOf(at))) return undefined;
      const { ordersNew = 0, packages = [], errors = [] } = kept ?? {};
      notePackages(tx, storeId, extension, packages);
      noteLooked(tx, storeId, extension, shown);
      noteRows(tx, storeId, extension, { ...packagesRead(kept ?? {}, shown), tried: booking.askedAgain ?? [] });
      if (tried && tried.length > 0) noteTried(tx, storeId, extension, tried);
      if (until !== undefined) moveTask(tx, storeId, { extension, task: ORDERS, until, isWhole: false });
      if (exhausted) this.finish(tx, job);
      const changed = tried ? packages.filter(({ unmapped }) => unmapped === 0).length : packages.length;
      const items = changed + errors.length;
      const counted = {
        ordersNew: job.progress.ordersNew + ordersNew,
        packagesChanged: job.progress.packagesChanged + changed,
      };
      return { total: job.done + items, items, errors, exhausted, progress: { ...progress, ...counted } };
    });
  }

  /** Sends that a pull has come to its end. */
  private finish(tx: Transaction, { extension, startedAt, createdAt, input: { censusDays } }: PullJob): void {
    const { storeId } = this;
    forgetExpired(tx, storeId, extension);
    if (this.isNews) moveTask(tx, storeId, { extension, task: ORDERS, until: null, isWhole: true });
    if (censusDays === null) return;
    forgetPackages(tx, storeId, extension);
    if (censusDays > 1) forgetNameless(tx, storeId, extension, startedAt ?? createdAt);
    moveTask(tx, storeId, { extension, task: CENSUS, until: null, isWhole: true });
  }
}

const nameOf = (row: PackageRow): string =>
  isPackage(row) ? `${row.packageId} ${row.modifiedAt} ${row.stateWord}` : `? ${row.remoteId} ${row.message}`;

const placeOf = ({ from, to, cursor, pages, listed, askedAfter }: Place) => [
  from,
  to,
  cursor,
  pages,
  listed,
  askedAfter,
];

const together = (bookings: readonly Booking[]): Booking => ({
  kept: {
    ordersNew: bookings.reduce((sum, { kept }) => sum + (kept?.ordersNew ?? 0), 0),
    packages: bookings.flatMap(({ kept }) => kept?.packages ?? []),
    errors: bookings.flatMap(({ kept }) => kept?.errors ?? []),
  },
});
