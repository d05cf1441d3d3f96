import { nullable, type Static, t } from '../../kernel/schema/schema';
import { checkedAnswer } from '../checked-answer';
import { CursorRefused, ProviderAnswerInvalid } from '../error';
import { record, words } from '../reading';
import { type HepsiburadaClient, NAME } from './client';
import { msIn, rangesOf } from './clock';
import { isOrderNumber } from './lines';

/*
 * No list of Hepsiburada shows all packages: each shows those in one state. Some take a range of a day; the others take none, and are read
 * from their newest end until they are older than what is asked for.
 *
 * Rows leave a list while its pages are turned, and all behind them move up. So a page begins with the last row of the one before. Where that
 * row is no more, others may have moved over the edge of the page: it is gone back until a row comes that was seen. A list that is read
 * backwards loses none, since rows that are still to come only move towards its beginning, and come twice at worst.
 */

interface Feed {
  readonly path: (merchantId: string) => string;
  readonly limit: number;
  /** The name of the parameter that says where a page begins: the lists disagree. */
  readonly offset: 'offset' | 'Offset';
  /** The field that says when a row came into the list; null: the list takes ranges. */
  readonly dated: string | null;
}

export const feedNames = [
  'paymentawaiting',
  'open',
  'packed',
  'cancelled',
  'shipped',
  'delivered',
  'undelivered',
] as const;
export type FeedName = (typeof feedNames)[number];

const orders = (list: string) => (merchantId: string) => `/orders/merchantid/${merchantId}${list}`;
const packages = (list: string) => (merchantId: string) => `/packages/merchantid/${merchantId}${list}`;

const feeds: Readonly<Record<FeedName, Feed>> = {
  paymentawaiting: { path: orders('/paymentawaiting'), limit: 50, offset: 'offset', dated: null },
  open: { path: orders(''), limit: 50, offset: 'offset', dated: null },
  packed: { path: packages(''), limit: 10, offset: 'Offset', dated: null },
  cancelled: { path: orders('/cancelled'), limit: 25, offset: 'offset', dated: 'cancelDate' },
  shipped: { path: packages('/shipped'), limit: 25, offset: 'offset', dated: 'ShippedDate' },
  delivered: { path: packages('/delivered'), limit: 25, offset: 'offset', dated: 'DeliveredDate' },
  undelivered: { path: packages('/undelivered'), limit: 25, offset: 'offset', dated: 'UndeliveredDate' },
};

/** A place in the lists. */
export interface FeedPlace {
  readonly feed: FeedName;
  /** The range of the window, of a list that takes ranges. */
  readonly range: number;
  readonly offset: number;
  /** The list begins with its oldest row, so it is read backwards. */
  readonly isBackwards: boolean;
  /** The last order of the page before that was told: its lines may go on. */
  readonly lastOrder: string;
  /** The order of the last row of the page before, with which this one begins. */
  readonly anchor: string;
  /** The number of times that the reading went back in a list that moved. */
  readonly returns: number;
  /** True while the reading goes back until a row comes that was seen. */
  readonly isReturning: boolean;
}

const beginOf = (feed: FeedName, range = 0): FeedPlace => ({
  ...{ feed, range, offset: 0, isBackwards: false, lastOrder: '', anchor: '', returns: 0, isReturning: false },
});
const first = beginOf('paymentawaiting');

/** A list that moves faster than it is read is gone back in no more often. What is missed then is found by the next census. */
const RETURNS_MAX = 30;

export const cursorOf = (place: FeedPlace): string => {
  const { feed, range, offset, isBackwards, lastOrder, anchor, returns, isReturning } = place;
  return [feed, range, offset, isBackwards ? 'b' : 'f', lastOrder, anchor, returns, isReturning ? 'r' : 'n'].join('.');
};

const CURSOR = new RegExp(
  `^(${feedNames.join('|')})\\.(\\d{1,5})\\.(\\d{1,9})\\.([bf])\\.([A-Za-z0-9]{0,30})\\.([A-Za-z0-9]{0,30})\\.(\\d{1,3})\\.([rn])$`,
);

/** @throws {CursorRefused} when the cursor is none of {@link cursorOf} */
export function placeIn(cursor: string | null): FeedPlace {
  if (cursor === null) return first;
  const [, feed, range, offset, direction, lastOrder = '', anchor = '', returns, mode] = CURSOR.exec(cursor) ?? [];
  if (!feed) throw new CursorRefused(400, null, 'The place in the lists is not known.');
  return {
    feed: feed as FeedName,
    range: Number(range),
    offset: Number(offset),
    isBackwards: direction === 'b',
    lastOrder,
    anchor,
    returns: Number(returns),
    isReturning: mode === 'r',
  };
}

const pageSchema = t.Object({
  totalCount: t.Optional(nullable(t.Integer({ minimum: 0, maximum: 100_000_000 }))),
  items: t.Array(t.Unknown()),
});
const bareSchema = t.Array(t.Unknown());

interface Page {
  readonly rows: readonly unknown[];
  readonly total: number;
}

export interface FeedPage {
  /** Orders that the page is about, each once. */
  readonly orderNumbers: readonly string[];
  /** Rows that name no order. */
  readonly nameless: number;
  /** The next place; null: all lists are read. */
  readonly next: FeedPlace | null;
}

export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Reads one page of a list.
 * @param seen the orders that earlier pages of this list have shown; this page adds its own
 * @throws {CursorRefused} when the place belongs to another window
 */
export async function readFeed(
  client: HepsiburadaClient,
  place: FeedPlace,
  { window, seen }: { readonly window: Window; readonly seen: Set<string> },
  signal: AbortSignal,
): Promise<FeedPage> {
  const { dated, limit } = feeds[place.feed];
  const ranges = dated === null ? rangesOf(window.fromMs, window.toMs) : [];
  const range = ranges[place.range];
  if (dated === null && !range) throw new CursorRefused(400, null, 'The place is one of another window.');
  const page = await pageAt(client, place, range, signal);
  const shown = page.rows.map(ordersIn);
  if (hasMoved(place, shown, seen)) {
    const offset = Math.max(0, place.offset - (limit - 1));
    return {
      orderNumbers: [],
      nameless: 0,
      next: { ...place, offset, returns: place.returns + 1, isReturning: true, lastOrder: '' },
    };
  }
  for (const number of shown.flat()) seen.add(number);
  const next =
    dated === null
      ? behindRange(place, page, limit, ranges.length)
      : await behindDated(place, page, { dated, window, lastOffset: () => lastOffsetOf(client, place.feed, signal) });
  // A list that begins with its oldest row is read from its other end, and its first page comes last.
  const isTurned = next?.feed === place.feed && next.isBackwards && !place.isBackwards;
  const rows = isTurned ? [] : page.rows;
  const within = dated === null ? rows : rows.filter((row) => isWithin(timeIn(row, dated), window));
  const named = within.map(ordersIn);
  const orderNumbers = [...new Set(named.flat())];
  return {
    orderNumbers: orderNumbers.filter((number) => number !== place.lastOrder),
    nameless: named.filter(({ length }) => length === 0).length,
    next: next && {
      ...next,
      isReturning: false,
      ...(next.feed === place.feed && next.range === place.range
        ? { lastOrder: orderNumbers.at(-1) ?? '', anchor: shown.at(-1)?.[0] ?? '' }
        : { lastOrder: '', anchor: '' }),
    },
  };
}

/** True of a page before which rows may stand that no page has shown. */
function hasMoved(
  { offset, isBackwards, anchor, returns, isReturning }: FeedPlace,
  shown: readonly (readonly string[])[],
  seen: ReadonlySet<string>,
): boolean {
  if (isBackwards || offset === 0 || anchor === '' || returns >= RETURNS_MAX) return false;
  const isKnown = (number: string): boolean => number === anchor || (isReturning && seen.has(number));
  return !shown.flat().some(isKnown);
}

/** Finds where the last page of a list begins that does not tell how long it is. */
async function lastOffsetOf(client: HepsiburadaClient, feed: FeedName, signal: AbortSignal): Promise<number> {
  const { limit } = feeds[feed];
  const hasRows = async (page: number): Promise<boolean> =>
    (await pageAt(client, { ...beginOf(feed), offset: page * limit }, undefined, signal)).rows.length > 0;
  let [last, behind] = [0, 1];
  while (behind < PAGES_MAX && (await hasRows(behind))) [last, behind] = [behind, behind * 2];
  while (behind - last > 1) {
    const between = Math.floor((last + behind) / 2);
    if (await hasRows(between)) last = between;
    else behind = between;
  }
  return last * limit;
}

/** Most pages that a list may have. */
const PAGES_MAX = 2 ** 20;

async function pageAt(
  client: HepsiburadaClient,
  { feed, offset }: FeedPlace,
  range: readonly [string, string] | undefined,
  signal: AbortSignal,
): Promise<Page> {
  const { path, limit, offset: named } = feeds[feed];
  const query = {
    [named]: String(offset),
    limit: String(limit),
    ...(range ? { begindate: range[0], enddate: range[1] } : {}),
  };
  const answer = await client.get(
    'oms-external',
    path(encodeURIComponent(client.credentials.merchantId)),
    query,
    signal,
  );
  const page = Array.isArray(answer)
    ? { rows: checkedAnswer<unknown[]>(NAME, 'a page', bareSchema, answer), total: 0 }
    : pageIn(answer);
  if (page.rows.length > limit)
    throw new ProviderAnswerInvalid(`${NAME} answered ${page.rows.length} rows where ${limit} were asked for.`);
  return page;
}

function pageIn(answer: unknown): Page {
  const { items, totalCount } = checkedAnswer<Static<typeof pageSchema>>(NAME, 'a page', pageSchema, answer);
  return { rows: items, total: totalCount ?? 0 };
}

/** Lists disagree about capitals, and about how many orders a row names. */
function ordersIn(row: unknown): string[] {
  const told = record(row);
  const many = told.OrderNumbers ?? told.orderNumbers;
  const lines = Array.isArray(told.items) ? told.items.map((line: unknown) => record(line).orderNumber) : [];
  const named = [told.orderNumber, told.OrderNumber, ...(Array.isArray(many) ? many : []), ...lines];
  return [...new Set(named.flatMap((each) => words(each, 64) ?? []))].filter(isOrderNumber);
}

const timeIn = (row: unknown, field: string): number | undefined => msIn(record(row)[field]);

/** Lists may lag behind, so what came in a little before is looked at as well. */
const LAG_MS = 60_000;

const isWithin = (ms: number | undefined, { fromMs, toMs }: Window): boolean =>
  ms === undefined || (ms >= fromMs - LAG_MS && ms <= toMs + LAG_MS);

function behindRange(place: FeedPlace, { rows }: Page, limit: number, ranges: number): FeedPlace | null {
  if (rows.length === limit) return { ...place, offset: place.offset + limit - 1 };
  if (place.range + 1 < ranges) return beginOf(place.feed, place.range + 1);
  return nextFeed(place.feed);
}

/** The place behind a page of a list without ranges, which begins with its newest row or with its oldest. */
async function behindDated(
  place: FeedPlace,
  { rows, total }: Page,
  { dated, window, lastOffset }: Dated,
): Promise<FeedPlace | null> {
  const { limit } = feeds[place.feed];
  const times = rows.flatMap((row) => timeIn(row, dated) ?? []);
  const [head, tail] = [times[0], times.at(-1)];
  const isOver = (ms: number | undefined) => ms !== undefined && ms < window.fromMs - LAG_MS;
  if (place.isBackwards) {
    if (place.offset < limit || isOver(head)) return nextFeed(place.feed);
    return { ...place, offset: place.offset - limit };
  }
  if (rows.length < limit) return nextFeed(place.feed);
  // Rows of one moment do not say with which end the list begins: where they are over, the other end is looked at.
  const begins = place.offset === 0 && head !== undefined && tail !== undefined;
  if (begins && (head < tail || (head === tail && isOver(tail)))) {
    const offset = total > 0 ? Math.floor((total - 1) / limit) * limit : await lastOffset();
    return offset === 0 ? nextFeed(place.feed) : { ...place, isBackwards: true, offset };
  }
  return isOver(tail) ? nextFeed(place.feed) : { ...place, offset: place.offset + limit - 1 };
}

interface Dated {
  /** The field that says when a row came into the list. */
  readonly dated: string;
  readonly window: Window;
  /** Finds where the last page begins, of a list that does not tell how long it is. */
  lastOffset(): Promise<number>;
}

function nextFeed(feed: FeedName): FeedPlace | null {
  const next = feedNames[feedNames.indexOf(feed) + 1];
  return next ? beginOf(next) : null;
}
