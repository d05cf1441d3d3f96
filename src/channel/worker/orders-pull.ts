import { keptAt } from '../../extension/store';
import { isPackage, type PackageRow, type PackageState } from '../../provider/channel/package';
import { dueRows, forgetNameless, noteRows } from '../../store/unreadable/store';
import { inTime } from '../job/in-time';
import type { JobSteps } from '../job/steps';
import {
  forgetPackages,
  freshRows,
  leftOut,
  noteLooked,
  notePackages,
  noteTried,
  unmappedOrders,
} from '../package/seen-store';
import { ordersPull, type PullJob } from '../pull/declaration';
import { type Booking, type ListPage, type PagedPull, type Pulling, pullPages } from '../pull/paged';
import { windowOf, within } from '../pull/turn';
import { beginningOf, startOf, windowAfter } from '../pull/windows';
import { CENSUS, moveTask, standOf } from '../task/store';
import { type Kept, keepPackages } from './keep-packages';
import { askedAgain, packagesRead } from './unkept-packages';

/** The task whose cursor pulls of orders move. */
export const ORDERS = 'orders';

/** Packages in one question for them. */
const ASKED_MAX = 50;
/** The age, in ms, beyond which a pull is too old: a waiting push wants the sales of the last 10 seconds. */
const RENEWED_MS = 5_000;
/** Orders with a line of no product that one step of a pull tries again, and how long those rest whose product nobody knows still. */
const RETRIED = { limit: 3, restMs: 15 * 60_000 };

type PullPlace = PullJob['progress'];

/** The packages that were kept, and what else a booking of them writes. */
interface Taken {
  readonly kept?: Kept;
  /** Packages that were shown and had nothing new. */
  readonly shown?: readonly string[];
  /** Orders that were tried again: those that have found their products by now are news. */
  readonly tried?: readonly string[];
  /** Names of packages that could not be kept, and were asked for again. */
  readonly askedAgain?: readonly string[];
}

/** States in which pieces are still with the merchant; nobody knows it of the last one. */
const UNSENT: readonly PackageState[] = ['waiting', 'created', 'preparing', 'invoiced', 'unknown'];

type PullingOrders = Pulling<PullJob>;
type PackagePage = ListPage & { readonly rows: readonly PackageRow[] };

/**
 * Brings the packages of a marketplace, a page at a time, in windows of time.
 *
 * A page is kept package by package, and then booked with the place behind it. So a killed attempt has its page kept once more, which moves
 * nothing. Windows overlap, because clocks differ and lists lag behind.
 */
export const ordersPullSteps: JobSteps<typeof ordersPull> = {
  kind: ordersPull,
  step: (dependencies, storeId, job, options) => pullPages(packagesPull, dependencies, storeId, job, options),
};

const isNews = ({ input: { since, censusDays } }: PullJob): boolean => since === null && censusDays === null;

const packagesPull: PagedPull<PullJob, PackagePage, Taken> = {
  kind: ordersPull,
  task: ORDERS,
  urgency: (job) => (isNews(job) ? 'urgent' : 'bulk'),
  isNews,

  async begin(pulling) {
    const { reader, storeId, extension, job } = pulling;
    const installedAt = await installedAtOf(pulling);
    const stand = await inTime(standOf(reader, storeId, extension, ORDERS));
    return { ...beginningOf({ ...stand, ...job.input, installedAt }), end: stand.now };
  },

  async page({ adapter, options }, window, cursor) {
    const page = await adapter.packages(window, cursor, options.signal);
    return { ...page, names: page.rows.map(nameOf) };
  },

  take: async (pulling, { rows }) => keep(pulling, await withoutSent(pulling, rows)),
  behindLast: renewed,

  async askForRest(pulling) {
    const { censusDays } = pulling.job.input;
    if (censusDays !== null) return askForLeftOut(pulling, censusDays);
    return (isNews(pulling.job) ? await askForUnkept(pulling) : undefined) ?? retryUnmapped(pulling);
  },

  write(tx, { storeId, extension }, { done, progress }, { kept, shown = [], tried, askedAgain: again = [] } = {}) {
    const { ordersNew = 0, packages = [], errors = [] } = kept ?? {};
    notePackages(tx, storeId, extension, packages);
    noteLooked(tx, storeId, extension, shown);
    noteRows(tx, storeId, extension, { ...packagesRead(kept ?? {}, shown), tried: again });
    if (tried && tried.length > 0) noteTried(tx, storeId, extension, tried);
    const changed = tried ? packages.filter(({ unmapped }) => unmapped === 0).length : packages.length;
    const items = changed + errors.length;
    const counted = {
      ordersNew: progress.ordersNew + ordersNew,
      packagesChanged: progress.packagesChanged + changed,
    };
    return { total: done + items, items, errors, progress: counted };
  },

  end(tx, { storeId, extension }, { startedAt, createdAt, input: { censusDays } }) {
    if (censusDays === null) return;
    forgetPackages(tx, storeId, extension);
    if (censusDays > 1) forgetNameless(tx, storeId, extension, startedAt ?? createdAt);
    moveTask(tx, storeId, { extension, task: CENSUS, until: null, isWhole: true });
  },
};

const installedAtOf = async ({ reader, storeId, extension }: PullingOrders): Promise<string> =>
  (await inTime(keptAt(reader, storeId, extension))).installedAt;

/** A pull of the news that took long is no news at its end: what changed meanwhile is read as well, once. */
async function renewed({ reader, storeId, extension, job }: PullingOrders, place: PullPlace): Promise<PullPlace> {
  if (!isNews(job) || place.renewed) return place;
  const { now } = await inTime(standOf(reader, storeId, extension, ORDERS));
  const isOld = Date.parse(now) - Date.parse(place.end as string) > RENEWED_MS;
  const next = isOld ? windowAfter(windowOf(place), now) : undefined;
  return next ? { ...within(place, next), end: now, listed: false, renewed: true } : place;
}

/** Leaves out what had left before the installation: of that time the first pull brings what is still to be sent. */
async function withoutSent(pulling: PullingOrders, rows: readonly PackageRow[]): Promise<readonly PackageRow[]> {
  if (!isNews(pulling.job) || rows.length === 0) return rows;
  const start = startOf(await installedAtOf(pulling));
  return rows.filter((row) => !isPackage(row) || UNSENT.includes(row.state) || Date.parse(row.modifiedAt) >= start);
}

/** Asks a census for packages that no list has shown. */
async function askForLeftOut(pulling: PullingOrders, censusDays: number): Promise<Booking<PullJob, Taken>> {
  const { reader, storeId, extension, adapter, options, job } = pulling;
  const since = job.startedAt ?? job.createdAt;
  const asked = { after: job.progress.askedAfter, since, isLong: censusDays > 1, limit: ASKED_MAX };
  const packageIds = await inTime(leftOut(reader, storeId, extension, asked));
  const last = packageIds.at(-1);
  if (last === undefined) return { exhausted: true };
  const rows = await adapter.packagesById(packageIds, options.signal);
  options.onAnswer();
  return { place: { askedAfter: last }, taken: await keep(pulling, rows) };
}

/** Steps that have asked for packages again: stock waits for a pull of the news, so one step asks for some alone. */
const askedAgainIn = new WeakSet<PullingOrders>();

/** Asks for packages that could not be kept. @returns undefined when none is due, or this step has asked for some */
async function askForUnkept(pulling: PullingOrders): Promise<Booking<PullJob, Taken> | undefined> {
  const { reader, storeId, extension, adapter, options } = pulling;
  if (askedAgainIn.has(pulling)) return undefined;
  askedAgainIn.add(pulling);
  const names = await inTime(dueRows(reader, storeId, extension, { task: 'orders', limit: ASKED_MAX }));
  if (names.length === 0) return undefined;
  const { rows, tried } = await askedAgain(adapter, names, options.signal);
  options.onAnswer();
  return { taken: { ...(await keep(pulling, rows)), askedAgain: tried } };
}

/** Tries orders again whose products may be known by now. Others follow in the next step, as long as their products have come. */
async function retryUnmapped(pulling: PullingOrders): Promise<Booking<PullJob, Taken>> {
  const { reader, storeId, extension, adapter, options, job } = pulling;
  const orders = isNews(job) ? await inTime(unmappedOrders(reader, storeId, extension, RETRIED)) : [];
  const kept: Taken[] = [];
  for (const { orderNumber } of orders) {
    const rows = await adapter.packagesOfOrder(orderNumber, options.signal);
    options.onAnswer();
    // Nothing is new at the marketplace; what is new stands in the catalog.
    kept.push(await keep(pulling, rows, true));
  }
  const goesOn = orders.length === RETRIED.limit && orders.every(({ known }) => known);
  const tried = orders.map(({ orderNumber }) => orderNumber);
  return { taken: { ...together(kept), tried }, exhausted: !goesOn };
}

async function keep(pulling: PullingOrders, rows: readonly PackageRow[], all = false): Promise<Taken> {
  const { dependencies, reader, storeId, extension, options, job } = pulling;
  const fresh = all ? rows : await inTime(freshRows(reader, storeId, extension, rows));
  const isFresh = new Set(fresh);
  const shown = rows.flatMap((row) => ('packageId' in row && !isFresh.has(row) ? [row.packageId] : []));
  return { kept: await keepPackages(dependencies, { storeId, extension, jobId: job.id }, fresh, options), shown };
}

const nameOf = (row: PackageRow): string =>
  isPackage(row) ? `${row.packageId} ${row.modifiedAt} ${row.stateWord}` : `? ${row.remoteId} ${row.message}`;

const together = (bookings: readonly Taken[]): Taken => ({
  kept: {
    ordersNew: bookings.reduce((sum, { kept }) => sum + (kept?.ordersNew ?? 0), 0),
    packages: bookings.flatMap(({ kept }) => kept?.packages ?? []),
    errors: bookings.flatMap(({ kept }) => kept?.errors ?? []),
  },
});
