import { countOf } from '../database/counted-store';
import type { Queryable, StoreReader } from '../database/queryable';
import { digestOf } from '../digest';
import { refuse } from '../errors';
import { JsonText } from '../json-text';
import { INT4_MAX, PAGE_ROWS } from '../schema/schema';
import { TOTAL_MAX } from '../schema/total';

/** A keyset position: the sort values of the last row of a page. */
type Position = readonly (string | number)[];

/** Characters of the digest of a question: enough that no two meet by chance. */
const SHAPE_CHARS = 16;

interface Kinds {
  readonly text: string;
  readonly time: string;
  readonly int4: number;
  readonly int8: number;
  readonly float8: number;
}

/** A cursor is the caller's word: a value that its column could not hold would be an error of the database. */
const fits: { readonly [K in keyof Kinds]: (value: unknown) => boolean } = {
  text: (value) => typeof value === 'string' && value.isWellFormed() && !value.includes('\0'),
  // Only a time that exists comes back as it was written; Postgres knows no year 0.
  time: (value) => typeof value === 'string' && /^[1-9]\d{3}-/.test(value) && new Date(value).toISOString() === value,
  int4: (value) => Number.isInteger(value) && Math.abs(value as number) <= INT4_MAX,
  int8: Number.isSafeInteger,
  float8: Number.isFinite,
};

type Read<K extends readonly (keyof Kinds)[]> = { readonly [I in keyof K]: Kinds[K[I]] };

/** The cursors of one list as it was asked for: with other filters, or another sort, the same place would be another one. */
export interface Cursors {
  /** Marks the place behind a row. */
  at(position: Position): string;
  /**
   * The place from which the caller goes on; null: from the beginning.
   * @param kinds the kinds of the position's values, in order
   * @throws {Refusal} invalid_request when the cursor was not made for this list, filter and sort
   */
  from<const K extends readonly (keyof Kinds)[]>(kinds: K): Read<K> | null;
  /** Answers the page that was asked for. @throws {Refusal} invalid_request when the cursor was not made for what is asked */
  page<const K extends readonly (keyof Kinds)[], Row, Item>(list: List<K, Row, Item>): Promise<Page<Item>>;
  /** Answers a `page` of rows in the order of their ids. */
  pageById<Row extends { readonly id: string }, Item>(list: ListById<Row, Item>): Promise<Page<Item>>;
  /** Answers a `page`, and the number of rows on all pages when the caller asks for it. */
  countedPage<const K extends readonly (keyof Kinds)[], Row, Item>(
    db: Queryable | StoreReader,
    list: CountedList<K, Row, Item>,
  ): Promise<CountedPage<Item>>;
  /** Answers a `countedPage` of rows in the order of their ids. */
  countedPageById<Row extends { readonly id: string }, Item>(
    db: Queryable | StoreReader,
    list: CountedListById<Row, Item>,
  ): Promise<CountedPage<Item>>;
  /** Answers a `countedPage` of pages that Postgres writes as JSON. */
  writtenPage<const K extends readonly (keyof Kinds)[]>(
    db: Queryable | StoreReader,
    list: WrittenList<K>,
  ): Promise<JsonText>;
}

interface List<K extends readonly (keyof Kinds)[], Row, Item> {
  /** The kinds of a position's values, in order. */
  readonly kinds: K;
  position(row: Row): Read<K>;
  /** Reads rows in the order of their positions. @param after null: from the beginning @param most one more than a page has, so the end is known without counting */
  rows(after: Read<K> | null, most: number): Promise<readonly Row[]>;
  view(row: Row): Item;
}

interface ListById<Row, Item> {
  rows(after: string | null, most: number): Promise<readonly Row[]>;
  view(row: Row): Item;
}

interface CountedList<K extends readonly (keyof Kinds)[], Row, Item> extends Omit<List<K, Row, Item>, 'rows'> {
  /** Reads the rows of a `List` with one statement through the given reader: the same statement is counted. */
  rows(from: Queryable, after: Read<K> | null, most: number): Promise<readonly Row[]>;
}

interface CountedListById<Row, Item> extends Omit<ListById<Row, Item>, 'rows'> {
  rows(from: Queryable, after: string | null, most: number): Promise<readonly Row[]>;
}

interface WrittenList<K extends readonly (keyof Kinds)[]> {
  /** The kinds of a position's values, in order. */
  readonly kinds: K;
  /** @param after null: from the beginning */
  page(from: Queryable, after: Read<K> | null, limit: number): Promise<WrittenPage<Position>>;
  /** The same from the beginning as rows, with one statement: they are counted. */
  rows(from: Queryable, most: number): Promise<unknown>;
}

/** A page as Postgres has written it. */
export interface WrittenPage<P extends Position> {
  /** Text between the brackets of the array. */
  readonly items: string;
  readonly shown: number;
  /** True if more rows follow this page. */
  readonly more: boolean;
  /** Place at which the page ended, unless it is empty. */
  readonly last: P;
}

interface Page<Item> {
  readonly items: Item[];
  readonly nextCursor: string | null;
}

interface CountedPage<Item> extends Page<Item> {
  /** The number of all rows; null when the caller did not ask for it. */
  readonly total: number | null;
}

interface PagedCall {
  readonly params?: object;
  readonly query: {
    readonly cursor?: string;
    readonly limit?: number;
    readonly total?: boolean;
    readonly [filter: string]: unknown;
  };
}

/** @param list its id @param asked as it was validated: what was left out is what it defaults to */
export function cursorsOf(
  list: string,
  { params = {}, query: { cursor, limit = PAGE_ROWS, total: isCounted = false, ...filter } }: PagedCall,
): Cursors {
  /** A page, and how many rows there are on all when that is asked for: both of one moment. */
  async function withTotal<P>(
    db: Queryable | StoreReader,
    pageOf: (from: Queryable) => Promise<P>,
    extentOf: (page: P) => Pick<WrittenPage<Position>, 'shown' | 'more'>,
    rows: (from: Queryable) => Promise<unknown>,
  ): Promise<{ readonly found: P; readonly total: number | null }> {
    if (!isCounted) return { found: await pageOf(db), total: null };
    return inOneMoment(db, async (moment) => {
      const found = await pageOf(moment);
      const { shown, more } = extentOf(found);
      // A list of one page has told it already.
      const isWhole = cursor === undefined && !more;
      return { found, total: isWhole ? shown : await countOf(moment, rows) };
    });
  }
  const shape = () => `${list} ${digestOf([params, filter]).slice(0, SHAPE_CHARS)}`;
  const cursors: Cursors = {
    at: (position) => Buffer.from(JSON.stringify([shape(), ...position])).toString('base64url'),
    from: (kinds) => (cursor === undefined ? null : decode(shape(), cursor, kinds)),
    async page({ kinds, position, rows, view }) {
      const found = await rows(cursors.from(kinds), limit + 1);
      const kept = found.slice(0, limit);
      const last = kept.at(-1);
      const nextCursor = found.length > limit && last !== undefined ? cursors.at(position(last)) : null;
      return { items: kept.map((row) => view(row)), nextCursor };
    },
    pageById: ({ rows, view }) =>
      cursors.page({
        kinds: ['text'],
        position: ({ id }) => [id],
        rows: (after, most) => rows(after?.[0] ?? null, most),
        view,
      }),
    async countedPage(db, { rows, ...list }) {
      const { found, total } = await withTotal(
        db,
        (from) => cursors.page({ ...list, rows: (after, most) => rows(from, after, most) }),
        ({ items, nextCursor }) => ({ shown: items.length, more: nextCursor !== null }),
        (from) => rows(from, null, TOTAL_MAX),
      );
      return { ...found, total };
    },
    async writtenPage(db, { kinds, page, rows }) {
      const { found, total } = await withTotal(
        db,
        (from) => page(from, cursors.from(kinds), limit),
        (written) => written,
        (from) => rows(from, TOTAL_MAX),
      );
      const nextCursor = found.more ? `"${cursors.at(found.last)}"` : 'null';
      return new JsonText(['{"items":[', found.items, `],"nextCursor":${nextCursor},"total":${total}}`]);
    },
    countedPageById: (db, { rows, view }) =>
      cursors.countedPage(db, {
        kinds: ['text'],
        position: ({ id }) => [id],
        rows: (from, after, most) => rows(from, after?.[0] ?? null, most),
        view,
      }),
  };
  return cursors;
}

/** @param db a reader of one moment, or one that can open a moment */
function inOneMoment<T>(db: Queryable | StoreReader, work: (moment: Queryable) => Promise<T>): Promise<T> {
  return 'snapshot' in db ? db.snapshot(work) : work(db);
}

function decode<const K extends readonly (keyof Kinds)[]>(shape: string, cursor: string, kinds: K): Read<K> {
  try {
    const [of, ...position] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown[];
    const sound = position.length === kinds.length && kinds.every((kind, index) => fits[kind](position[index]));
    if (of === shape && sound) return position as never;
  } catch {
    // Falls through: an unreadable cursor and a foreign one are the same mistake.
  }
  return refuse('invalid_request', 'The cursor does not belong to this list with these filters and this sort.', {
    errors: [{ pointer: '/query/cursor', message: 'does not belong to this list with these filters and this sort' }],
  });
}
