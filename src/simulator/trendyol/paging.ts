import { createHash } from 'node:crypto';
import type { Catalog } from './catalog';
import { badRequest } from './errors';
import { type Filter, integer, one } from './filters';
import type { ApprovedContent, Page } from './wire';

const SIZE_DEFAULT = 20;
/** Page × size may not pass this; further rows are reached by token only. */
const NUMBERED_ROWS_MAX = 10_000;
/** Counts that are remembered; one is a number and its key. */
const COUNTS_MAX = 64;

interface PageRequest {
  page: number;
  size: number;
  /** Where the page before ended; the next row comes after it, however many rows were added since. */
  afterIndex: number | undefined;
}

/**
 * Page and token of a list request.
 * @param sizeMax 100 for approved contents, 1000 for unapproved ones
 * @throws {ProviderError} 400
 */
export function readPaging(
  query: URLSearchParams,
  filter: Filter | undefined,
  catalog: Catalog,
  sizeMax: number,
): PageRequest {
  const size = integer(query, 'size') ?? SIZE_DEFAULT;
  if (size < 1 || size > sizeMax) throw badRequest('invalid.size', `size 1 ile ${sizeMax} arasında olmalıdır.`);
  const token = one(query, 'nextPageToken');
  if (token !== undefined) return { size, ...openToken(token, filter, catalog) };
  const page = integer(query, 'page') ?? 0;
  if (page < 0) throw badRequest('invalid.page', 'page 0 veya daha büyük olmalıdır.');
  if (page * size > NUMBERED_ROWS_MAX) {
    throw badRequest(
      'invalid.page',
      `page x size en fazla ${NUMBERED_ROWS_MAX} olabilir; sonrası için nextPageToken kullanınız.`,
    );
  }
  return { page, size, afterIndex: undefined };
}

/** Makes pages of one catalog. */
export class Pager {
  private counts = new Map<string, number>();
  private countedRevision = -1;

  constructor(private readonly catalog: Catalog) {}

  /** The page that a query asks for. @throws {ProviderError} 400 */
  page<Row>(filter: Filter, request: PageRequest, rowOf: (content: ApprovedContent) => Row): Page<Row> {
    const { page, size } = request;
    const found = filter.candidates
      ? this.amongCandidates(filter, filter.candidates, request)
      : { contents: this.scan(filter, request), total: this.count(filter) };
    const last = found.contents.at(-1);
    // The provider sends a token with the last page too (its own example does): following it gives an empty page.
    return {
      totalElements: found.total,
      totalPages: Math.ceil(found.total / size),
      page,
      size,
      nextPageToken: last ? sealToken(last.contentId, page + 1, filter) : null,
      content: found.contents.map(rowOf),
    };
  }

  private amongCandidates(filter: Filter, candidates: number[], { page, size, afterIndex }: PageRequest) {
    const indexes = candidates.filter((index) => !this.catalog.isGone(index) && (filter.matches?.(index) ?? true));
    const contents = indexes.map((index) => this.catalog.content(index)).filter((row) => filter.namesRow(row));
    const isAfter = (row: ApprovedContent): boolean => {
      const index = this.catalog.indexOfContentId(row.contentId) ?? 0;
      return afterIndex === undefined || (filter.descending ? index < afterIndex : index > afterIndex);
    };
    const from = afterIndex === undefined ? page * size : 0;
    return { contents: contents.filter(isAfter).slice(from, from + size), total: contents.length };
  }

  /** Generates the rows of one page only. Without a filter the position is computed; with one it is searched for. */
  private scan(filter: Filter, { page, size, afterIndex }: PageRequest): ApprovedContent[] {
    const step = filter.descending ? -1 : 1;
    const first = filter.descending ? this.catalog.products - 1 : 0;
    let skip = afterIndex === undefined ? page * size : 0;
    let place = afterIndex === undefined ? first : this.catalog.placeAt(afterIndex) + step;
    if (!filter.matches) {
      place += skip * step;
      skip = 0;
    }
    const contents: ApprovedContent[] = [];
    for (; place >= 0 && place < this.catalog.products && contents.length < size; place += step) {
      const index = this.catalog.indexAt(place);
      if (this.catalog.isGone(index) || (filter.matches && !filter.matches(index))) continue;
      if (skip-- > 0) continue;
      contents.push(this.catalog.content(index));
    }
    return contents;
  }

  /** A filtered count asks every content once; remembering it keeps each further page at the cost of a page. */
  private count(filter: Filter): number {
    if (!filter.matches) return this.catalog.products;
    if (this.countedRevision !== this.catalog.revision || this.counts.size >= COUNTS_MAX) {
      this.counts = new Map();
      this.countedRevision = this.catalog.revision;
    }
    const known = this.counts.get(filter.key);
    if (known !== undefined) return known;
    let total = 0;
    for (let place = 0; place < this.catalog.products; place++)
      if (filter.matches(this.catalog.indexAt(place))) total++;
    this.counts.set(filter.key, total);
    return total;
  }
}

/** Looks like the provider's own: base64 of `{"sort":[contentId]…}`. The check makes an altered or foreign one bad. */
function sealToken(contentId: number, page: number, filter: Filter): string {
  const check = checkOf(contentId, page, filter);
  return Buffer.from(JSON.stringify({ sort: [contentId], page, check })).toString('base64');
}

function openToken(token: string, filter: Filter | undefined, catalog: Catalog): { page: number; afterIndex: number } {
  const bad = badRequest('invalid.nextpagetoken', 'nextPageToken geçersiz.');
  let opened: unknown;
  try {
    opened = JSON.parse(Buffer.from(token, 'base64').toString('utf8'));
  } catch {
    throw bad;
  }
  if (typeof opened !== 'object' || opened === null) throw bad;
  const { sort, page, check } = opened as Record<string, unknown>;
  const contentId: unknown = Array.isArray(sort) ? sort[0] : undefined;
  if (typeof contentId !== 'number' || typeof page !== 'number' || !filter) throw bad;
  if (check !== checkOf(contentId, page, filter)) throw bad;
  const afterIndex = catalog.indexOfContentId(contentId);
  if (afterIndex === undefined) throw bad;
  return { page, afterIndex };
}

const checkOf = (contentId: number, page: number, filter: Filter): string =>
  createHash('sha256').update(`${contentId}:${page}:${filter.key}`).digest('hex').slice(0, 12);
