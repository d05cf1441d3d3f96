import type { Catalog } from './catalog';
import { badRequest } from './errors';
import type { ApprovedContent } from './wire';

const BARCODES_MAX = 50;
const statuses = ['archived', 'blacklisted', 'locked', 'onSale', 'notOnSale'] as const;
type Status = (typeof statuses)[number];
const dateQueryTypes = ['VARIANT_CREATED_DATE', 'VARIANT_MODIFIED_DATE', 'CONTENT_MODIFIED_DATE'] as const;
type DateQueryType = (typeof dateQueryTypes)[number];

export interface Filter {
  /** Positions that a named key leads to; undefined when no key was named. At most {@link BARCODES_MAX} long. */
  candidates: number[] | undefined;
  /** Checked on the generated row, for candidates only: a key may lead to a row that (by a defect) lacks it. */
  namesRow(row: ApprovedContent): boolean;
  /** Checked without generating the row, because it may be asked of the whole catalog. */
  matches: ((index: number) => boolean) | undefined;
  descending: boolean;
  /** Equal for equal filters, whatever the order of the parameters. */
  key: string;
}

/**
 * Filter of the approved-product lists. A content is listed whole when any of its variants matches. Empty and unknown
 * parameters are ignored, as the provider does.
 * @throws {ProviderError} 400
 */
export function readFilter(query: URLSearchParams, catalog: Catalog): Filter {
  const barcode = one(query, 'barcode');
  const barcodes = many(query, 'barcodes');
  if (barcodes && barcodes.length > BARCODES_MAX) {
    throw badRequest('invalid.barcodes', `En fazla ${BARCODES_MAX} barkod sorgulanabilir.`);
  }
  const stockCode = one(query, 'stockCode');
  const productMainId = one(query, 'productMainId');
  const contentId = integer(query, 'contentId');
  const brandIds = many(query, 'brandIds');
  const origin = one(query, 'origin');
  const status = oneOf(query, 'status', statuses);
  const direction = oneOf(query, 'orderByDirection', ['ASC', 'DESC'] as const) ?? 'ASC';
  const inDates = readDates(query, catalog);

  const named: (number | undefined)[][] = [];
  const rowChecks: ((row: ApprovedContent) => boolean)[] = [];
  for (const wanted of [barcode === undefined ? undefined : [barcode], barcodes]) {
    if (!wanted) continue;
    named.push(wanted.map((code) => catalog.indexOfBarcode(code)));
    const codes = new Set(wanted);
    rowChecks.push((row) => row.variants.some((variant) => codes.has(variant.barcode ?? '')));
  }
  if (stockCode !== undefined) {
    named.push([catalog.indexOfStockCode(stockCode)]);
    rowChecks.push((row) => row.variants.some((variant) => variant.stockCode === stockCode));
  }
  if (productMainId !== undefined) {
    named.push([catalog.indexOfProductMainId(productMainId)]);
    rowChecks.push((row) => row.productMainId === productMainId);
  }
  if (contentId !== undefined) named.push([catalog.indexOfContentId(contentId)]);

  const checks: ((index: number) => boolean)[] = [];
  if (brandIds) {
    const ids = new Set(brandIds.map(Number));
    checks.push((index) => ids.has(catalog.brandIdOf(index)));
  }
  if (origin !== undefined) checks.push((index) => catalog.originOf(index) === origin);
  if (status) checks.push((index) => hasStatus(catalog, index, status));
  if (inDates) checks.push(inDates.matches);

  return {
    candidates: named.length === 0 ? undefined : intersection(named, direction === 'DESC'),
    namesRow: (row) => rowChecks.every((check) => check(row)),
    matches: checks.length === 0 ? undefined : (index) => checks.every((check) => check(index)),
    descending: direction === 'DESC',
    key: JSON.stringify([
      barcode,
      barcodes,
      stockCode,
      productMainId,
      contentId,
      brandIds,
      origin,
      status,
      inDates?.key,
      direction,
    ]),
  };
}

/** A whole number from the query. @throws {ProviderError} 400 when it is none */
export function integer(query: URLSearchParams, name: string): number | undefined {
  const raw = one(query, name);
  if (raw === undefined) return undefined;
  if (!/^-?\d{1,15}$/.test(raw)) throw badRequest(`invalid.${name}`, `${name} bir tam sayı olmalıdır.`);
  return Number(raw);
}

/** A single value; an empty one counts as not sent. */
export function one(query: URLSearchParams, name: string): string | undefined {
  return query.get(name) || undefined;
}

function hasStatus(catalog: Catalog, index: number, status: Status): boolean {
  if (status === 'blacklisted') return catalog.blacklisted(index);
  const test = {
    archived: (variant: number) => catalog.archivedVariant(index, variant),
    locked: (variant: number) => catalog.lockedVariant(index, variant),
    onSale: (variant: number) => catalog.onSaleVariant(index, variant),
    notOnSale: (variant: number) => !catalog.onSaleVariant(index, variant),
  }[status];
  for (let variant = catalog.variantCount(index) - 1; variant >= 0; variant--) if (test(variant)) return true;
  return false;
}

function readDates(query: URLSearchParams, catalog: Catalog) {
  const type = oneOf(query, 'dateQueryType', dateQueryTypes);
  const start = integer(query, 'startDate');
  const end = integer(query, 'endDate');
  if (start === undefined && end === undefined) return undefined;
  // Undocumented; a simulator that guessed would let an adapter rely on the guess.
  if (!type) throw badRequest('invalid.datequerytype', 'startDate ve endDate için dateQueryType gönderilmelidir.');
  if ((start ?? 0) > (end ?? Number.MAX_SAFE_INTEGER)) {
    throw badRequest('invalid.date', 'startDate, endDate değerinden büyük olamaz.');
  }
  const dateOf = {
    VARIANT_CREATED_DATE: (index: number) => catalog.createdMs(index),
    VARIANT_MODIFIED_DATE: (index: number) => catalog.variantModifiedMs(index),
    CONTENT_MODIFIED_DATE: (index: number) => catalog.contentModifiedMs(index),
  }[type satisfies DateQueryType];
  const [from, to] = [start ?? 0, end ?? Number.MAX_SAFE_INTEGER];
  return {
    key: `${type}:${from}:${to}`,
    matches: (index: number): boolean => {
      const date = dateOf(index);
      return date >= from && date <= to;
    },
  };
}

function oneOf<const V extends readonly string[]>(
  query: URLSearchParams,
  name: string,
  values: V,
): V[number] | undefined {
  const raw = one(query, name);
  if (raw === undefined || values.includes(raw)) return raw;
  throw badRequest(`invalid.${name.toLowerCase()}`, `${name} ${values.join(', ')} değerlerinden biri olmalıdır.`);
}

/** Comma lists and repeated parameters alike. */
function many(query: URLSearchParams, name: string): string[] | undefined {
  const values = query
    .getAll(name)
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
  return values.length === 0 ? undefined : values;
}

function intersection(named: (number | undefined)[][], descending: boolean): number[] {
  const [first = [], ...rest] = named.map((indexes) => new Set(indexes));
  const common = [...first].filter(
    (index): index is number => index !== undefined && rest.every((indexes) => indexes.has(index)),
  );
  return common.sort((left, right) => (descending ? right - left : left - right));
}
