import { createHash } from 'node:crypto';
import type { Book } from './book';
import { refusedOrder } from './errors';
import type { Knobs } from './knobs';
import { type Kept, toldPackage } from './package';
import type { ShipmentPackage } from './wire';

const DAY_MS = 86_400_000;
const SPAN_MS = 14 * DAY_MS;
const ISTANBUL_MS = 3 * 3_600_000;
const SIZE_DEFAULT = 50;
const SIZE_MAX = 200;
const IDS_MAX = 50;
/** Page × size may not pass this; a longer list is the stream's. */
const ROWS_MAX = 10_000;
const STREAM_DAYS = 92;
const PAGES_DAYS = 31;
const WEEK_MS = 7 * DAY_MS;

interface Around {
  readonly book: Book;
  readonly knobs: Knobs;
  readonly now: () => number;
}

export interface StreamPage {
  content: ShipmentPackage[];
  size: number;
  hasMore: boolean;
  nextCursor: string | null;
}

export interface OrderPage {
  page: number;
  size: number;
  totalPages: number;
  totalElements: number;
  content: ShipmentPackage[];
}

const bad = (message: string) => refusedOrder(400, 'Bad Request', message);

const newestFirst = (one: Kept, other: Kept): number => other.modifiedMs - one.modifiedMs || other.id - one.id;

/** The lists of packages: the stream with its cursors, and the pages with their numbers. */
export class Lists {
  constructor(private readonly around: Around) {}

  /** @throws {ProviderError} 400 */
  stream(query: URLSearchParams): StreamPage {
    const { book, knobs, now } = this.around;
    const size = sizeIn(query);
    const window = windowIn(query, 'lastModifiedStartDate', 'lastModifiedEndDate') ?? [
      now() - SPAN_MS,
      Number.MAX_SAFE_INTEGER,
    ];
    const statuses = query.get('packageItemStatuses')?.split(',');
    const key = JSON.stringify([query.get('lastModifiedStartDate'), query.get('lastModifiedEndDate'), statuses]);
    const cursor = query.get('nextCursor');
    const after = cursor === null ? undefined : opened(cursor, key);
    const ahead = knobs.filterZone === 'istanbul' ? ISTANBUL_MS : 0;
    const oldest = now() - STREAM_DAYS * DAY_MS;
    const rows = book
      .all()
      .filter(({ modifiedMs, status }) => {
        if (modifiedMs + ahead < window[0] || modifiedMs + ahead > window[1] || modifiedMs < oldest) return false;
        return !statuses || isAmong(status, statuses);
      })
      .sort(newestFirst);
    const isAfter = ({ modifiedMs, id }: Kept): boolean =>
      !after || modifiedMs < after[0] || (modifiedMs === after[0] && id < after[1]);
    const left = rows.filter(isAfter);
    const content = left.slice(0, size);
    const last = content.at(-1);
    const hasMore = left.length > content.length;
    return {
      content: content.map((kept) => toldPackage(kept, knobs)),
      size: content.length,
      hasMore,
      nextCursor: hasMore && last ? sealed([last.modifiedMs, last.id], key) : null,
    };
  }

  /** @throws {ProviderError} 400 */
  pages(query: URLSearchParams): OrderPage {
    const { book, knobs, now } = this.around;
    const size = sizeIn(query);
    const page = Number(query.get('page') ?? 0);
    if (!Number.isInteger(page) || page < 0) throw bad('page geçersiz.');
    if ((page + 1) * size > ROWS_MAX) throw bad(`En fazla ${ROWS_MAX} kayda erişilebilir.`);
    const ids = query
      .getAll('shipmentPackageIds')
      .flatMap((value) => value.split(','))
      .filter((value) => value !== '');
    if (ids.length > IDS_MAX) throw bad(`En fazla ${IDS_MAX} paket sorgulanabilir.`);
    const number = query.get('orderNumber');
    const isNamed = ids.length > 0 || number !== null;
    const window = windowIn(query, 'startDate', 'endDate');
    const statuses = query.get('status')?.split(',');
    const byCreation = query.get('orderByField') === 'CreatedDate';
    const oldest = now() - PAGES_DAYS * DAY_MS;
    const [from, to] = window ?? [now() - WEEK_MS, Number.MAX_SAFE_INTEGER];
    const ahead = knobs.filterZone === 'istanbul' ? ISTANBUL_MS : 0;
    const rows = book
      .all()
      .filter(({ id, order, modifiedMs, status }) => {
        if (ids.length > 0 && !ids.includes(String(id))) return false;
        if (number !== null && order.number !== number) return false;
        if (statuses && !isAmong(status, statuses)) return false;
        // What is asked for by name is found whenever it was; what is not, within a month.
        const dated = (byCreation ? order.placedMs : modifiedMs) + ahead;
        return isNamed && !window ? true : dated >= Math.max(from, oldest) && dated <= to;
      })
      .sort(newestFirst);
    if (query.get('orderByDirection') === 'ASC') rows.reverse();
    return {
      page,
      size,
      totalPages: Math.ceil(rows.length / size),
      totalElements: rows.length,
      content: rows.slice(page * size, (page + 1) * size).map((kept) => toldPackage(kept, knobs)),
    };
  }
}

/** A question for cancelled packages is answered with those that were not supplied as well. */
const isAmong = (status: string, statuses: readonly string[]): boolean =>
  statuses.includes(status) || (status === 'UnSupplied' && statuses.includes('Cancelled'));

function sizeIn(query: URLSearchParams): number {
  const size = Number(query.get('size') ?? SIZE_DEFAULT);
  if (!Number.isInteger(size) || size < 1 || size > SIZE_MAX) throw bad(`size 1 ile ${SIZE_MAX} arasında olmalıdır.`);
  return size;
}

function windowIn(query: URLSearchParams, start: string, end: string): readonly [number, number] | undefined {
  const [from, to] = [query.get(start), query.get(end)];
  if (from === null && to === null) return undefined;
  if (!/^\d{1,15}$/.test(from ?? '') || !/^\d{1,15}$/.test(to ?? ''))
    throw bad(`${start} ve ${end} birlikte gönderilmelidir.`);
  if (Number(to) < Number(from)) throw bad(`${start}, ${end} değerinden büyük olamaz.`);
  if (Number(to) - Number(from) > SPAN_MS) throw bad('Tarih aralığı en fazla 14 gün olabilir.');
  return [Number(from), Number(to)];
}

type Place = readonly [modifiedMs: number, id: number];

const checkOf = (place: Place, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([place, key]))
    .digest('hex')
    .slice(0, 12);

const sealed = (place: Place, key: string): string =>
  Buffer.from(JSON.stringify([...place, checkOf(place, key)])).toString('base64url');

/** @throws {ProviderError} 400 of a cursor that is none, or of another filter */
function opened(cursor: string, key: string): Place {
  try {
    const [modifiedMs, id, check] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    const place = [Number(modifiedMs), Number(id)] as const;
    if (check === checkOf(place, key)) return place;
  } catch {
    // Said below.
  }
  throw bad('nextCursor geçersiz veya filtrelerle uyuşmuyor.');
}
