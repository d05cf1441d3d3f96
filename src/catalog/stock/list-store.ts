import type { Queryable } from '../../kernel/database/queryable';
import type { SearchPatterns } from '../../kernel/search-patterns';
import { daysOf, lastDays } from './age';

export const stockSorts = ['title', 'stock', '-stock', '-sold', 'daysLeft'] as const;
export type StockSort = (typeof stockSorts)[number];

/** An item that has a stock: a variant, or a product without variants. */
export interface ItemRow {
  readonly id: string;
  readonly productId: string;
  readonly variantId: string | null;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly barcode: string | null;
  /** The price of one, in kuruş. */
  readonly price: number;
  /** The stock of the item; null where nobody counts it. */
  readonly stock: number | null;
  /** The place among the variants of the product. */
  readonly place: number;
  /** Days since which the item is there, at most those over which sales are counted. */
  readonly days: number;
  readonly sortKey: string | number;
}

export interface StockFilter {
  readonly search?: SearchPatterns | undefined;
  /** The text as it was typed, of which `search` has the words. */
  readonly typed?: string | undefined;
  /** A whole barcode or SKU. */
  readonly code?: string | undefined;
  /** True leaves items of which none are left. */
  readonly out?: boolean | undefined;
  /** The most pieces that an item has left. */
  readonly lowPieces?: number | undefined;
  /** The most days until an item is gone, as it was sold lately. */
  readonly lowDays?: number | undefined;
}

/** Pieces of items that were sold lately. An item without any is left out. */
export type Sales = readonly { readonly id: string; readonly pieces: number }[];

/** The days over which sales are counted. */
export interface SalesDays {
  readonly days: number;
  /** The end of those days, in ms since 1970. */
  readonly until: number;
}

/** The end of a page: the value of the sort, the product, and the place among its variants. */
export type ItemPosition = readonly [sortKey: string | number, productId: string, place: number];

const STOCK = 'CASE WHEN v.id IS NULL THEN p.stock ELSE v.stock END';
const PLACE = 'coalesce(v.position, 0)::int';
const DAYS = daysOf(
  { createdAt: 'p.created_at', variantId: 'v.id' },
  { at: '@dayMoments::timestamptz[]', variant: '@dayVariants::text[]' },
);
const DAYS_LEFT = `CASE WHEN s.pieces > 0 THEN greatest(${STOCK}, 0)::bigint * ${DAYS} / s.pieces END`;

interface Order {
  readonly key: string;
  readonly type: 'text' | 'bigint';
  readonly needsSales?: true;
}

/** An item that is not counted, or does not sell, comes last. */
const ORDERS: Readonly<Record<StockSort, Order>> = {
  title: { key: 'p.title', type: 'text' },
  stock: { key: `coalesce(${STOCK}, 2147483647)::bigint`, type: 'bigint' },
  '-stock': { key: `coalesce(${STOCK}, -2147483648)::bigint`, type: 'bigint' },
  '-sold': { key: 'coalesce(s.pieces, 0)::bigint', type: 'bigint', needsSales: true },
  daysLeft: { key: `coalesce(${DAYS_LEFT}, 9007199254740991)`, type: 'bigint', needsSales: true },
};

const NAME = "title_words(p.title || ' ' || coalesce(v.title, ''))";

/**
 * By title, where something was typed: the item that is named so or has that code, then those whose names begin so. Words of a title are
 * those of other titles as well, and who types a whole name means that one.
 */
const byNearness = (isCoded: string): Order => ({
  key: `(CASE WHEN ${NAME} = title_words(@typed::text) OR title_words(p.title) = title_words(@typed::text) OR ${isCoded} THEN '0'
    WHEN starts_with(${NAME}, title_words(@typed::text)) THEN '1' ELSE '2' END || p.title)`,
  type: 'text',
});

const PRODUCTS = `
  SELECT p.id, p.title, p.sku, p.barcode, p.price, p.stock, p.created_at FROM catalog_product p
  WHERE p.store_id = $1 AND p.status = 'active'`;

/** Products that have one of these codes, or a variant of which does. */
const CODED = `(
    SELECT b.product_id FROM catalog_barcode b WHERE b.store_id = $1 AND b.barcode = ANY (@codes::text[])
    UNION SELECT c.id FROM catalog_product c WHERE c.store_id = $1 AND c.sku = ANY (@codes::text[])
    UNION SELECT c.product_id FROM catalog_variant c WHERE c.store_id = $1 AND c.sku = ANY (@codes::text[]))`;

/** A code of a product that is sold by variant is that of each variant. */
const isCodedBy = (codes: string): string => `(v.sku = ANY (${codes}) OR p.sku = ANY (${codes}) OR EXISTS (
    SELECT FROM catalog_barcode b WHERE b.store_id = $1 AND b.barcode = ANY (${codes}) AND b.product_id = p.id
      AND (b.variant_id IS NULL OR b.variant_id = v.id)))`;
const IS_CODED = isCodedBy('@codes::text[]');
const NEARNESS = byNearness(isCodedBy('ARRAY[@typed::text]'));

const FIND = {
  search: 'p.id IN (SELECT search_catalog(@words::text[]))',
  // Words that the keys do not find are compared with the text of each product.
  read: 'p.id IN (SELECT c.product_id FROM catalog_search c WHERE c.store_id = $1 AND c.text LIKE ALL (@words::text[]))',
  code: `p.id IN ${CODED}`,
} as const;

const FILTERS = {
  code: IS_CODED,
  out: `${STOCK} <= 0`,
  lowPieces: `${STOCK} <= @lowPieces::int`,
  lowDays: `${DAYS_LEFT} <= @lowDays::bigint`,
} as const;

const columns = (key: string): string => `
  coalesce(v.id, p.id) AS id, p.id AS "productId", v.id AS "variantId", p.title, v.title AS "variantTitle",
  CASE WHEN v.id IS NULL THEN p.sku ELSE v.sku END AS sku,
  CASE WHEN v.id IS NULL THEN p.barcode ELSE v.barcode END AS barcode,
  coalesce(v.price, p.price) AS price, ${STOCK} AS stock, ${PLACE} AS place, ${DAYS} AS days, ${key} AS "sortKey"`;

const ITEMS = 'product p LEFT JOIN catalog_variant v ON v.store_id = $1 AND v.product_id = p.id';

/** The values by which {@link DAYS} knows its days. */
function daysAsked({ days, until }: SalesDays) {
  const moments = lastDays(until, days);
  return { dayMoments: moments.map(({ at }) => at), dayVariants: moments.map(({ variant }) => variant) };
}

/** The statement with its values: each name after @ becomes a parameter, and $1 is the store. */
function asking(storeId: string, template: string, values: Readonly<Record<string, unknown>>) {
  const names: string[] = [];
  const text = template.replace(/@(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 2}`;
  });
  return [text, [storeId, ...names.map((name) => values[name] ?? null)]] as const;
}

/** Whether a list needs the sales of all items of the store. */
export const needsSales = ({ filter, sort }: Pick<StockList, 'filter' | 'sort'>): boolean =>
  ORDERS[sort].needsSales === true || filter.lowDays !== undefined;

export interface StockList {
  readonly filter: StockFilter;
  readonly sort: StockSort;
  /** The sales of all items; null where the list does not need them. */
  readonly sales: Sales | null;
  readonly over: SalesDays;
}

/**
 * Lists items with a stock, in one statement. By title it reads the products of a page alone. Other orders, and filters by stock, read all
 * items of the store: an index upon the stock would cost each sale more than it saves here.
 * @param limit items at most; in the text, since of a parameter the planner assumes a tenth of the table
 */
export function listItems(
  db: Queryable,
  storeId: string,
  { filter, sort, sales, over }: StockList,
  after: ItemPosition | null,
  limit: number,
): Promise<ItemRow[]> {
  const { search, typed, code, out, lowPieces, lowDays } = filter;
  const { key, type } = sort === 'title' && typed !== undefined ? NEARNESS : ORDERS[sort];
  const [direction, beyond] = sort.startsWith('-') ? ['DESC', '<'] : ['ASC', '>'];
  const finds = [
    ...(search ? [search.indexed ? FIND.search : FIND.read] : []),
    ...(code === undefined ? [] : [FIND.code]),
  ];
  const lows = [
    ...(lowPieces === undefined ? [] : [FILTERS.lowPieces]),
    ...(lowDays === undefined ? [] : [FILTERS.lowDays]),
  ];
  const filters = [
    ...(code === undefined ? [] : [FILTERS.code]),
    ...(out ? [FILTERS.out] : []),
    ...(lows.length > 0 ? [`(${lows.join(' OR ')})`] : []),
    ...(after ? [`(${key}, p.id, ${PLACE}) ${beyond} (@key::${type}, @product, @place::int)`] : []),
  ];
  const isPlain = sort === 'title' && finds.length === 0 && !out && lows.length === 0;
  // Each product is one item at least. The first one may have been shown with its last variant.
  const page = isPlain
    ? `${after ? 'AND (p.title, p.id) >= (@key, @product)' : ''} ORDER BY p.title, p.id LIMIT ${limit + 1}`
    : finds.map((find) => `AND ${find}`).join(' ');
  const template = `
    WITH product AS ${isPlain ? 'MATERIALIZED' : 'NOT MATERIALIZED'} (${PRODUCTS} ${page})
      ${sales ? ', sold AS MATERIALIZED (SELECT * FROM unnest(@soldIds::text[], @soldPieces::int[]) AS each (id, pieces))' : ''}
    SELECT ${columns(key)} FROM ${ITEMS} ${sales ? 'LEFT JOIN sold s ON s.id = coalesce(v.id, p.id)' : ''}
    WHERE ${filters.length > 0 ? filters.join(' AND ') : 'true'}
    ORDER BY ${key} ${direction}, p.id ${direction}, ${PLACE} ${direction} LIMIT ${limit}`;
  const [text, values] = asking(storeId, template, {
    words: search?.patterns,
    typed,
    codes: code === undefined ? undefined : [code],
    lowPieces,
    lowDays,
    ...daysAsked(over),
    soldIds: sales?.map(({ id }) => id),
    soldPieces: sales?.map(({ pieces }) => pieces),
    key: after?.[0],
    product: after?.[1],
    place: after?.[2],
  });
  return db.query<ItemRow>(text, values);
}

/** Names of items: their identifiers, or their barcodes and SKUs. */
export interface NamedItems {
  readonly ids: readonly string[];
  readonly codes: readonly string[];
  readonly over: SalesDays;
}

const NAMED = `
  WITH product AS (${PRODUCTS} AND p.id IN (
    SELECT unnest(@ids::text[])
    UNION SELECT c.product_id FROM catalog_variant c WHERE c.store_id = $1 AND c.id = ANY (@ids::text[])
    UNION SELECT coded.product_id FROM ${CODED} coded))
  SELECT ${columns('p.title')} FROM ${ITEMS}
  WHERE coalesce(v.id, p.id) = ANY (@ids::text[]) OR ${IS_CODED}
  ORDER BY p.title, p.id, ${PLACE} LIMIT @limit::int`;

/** Reads items by their names, in the order of titles. One that is not there is left out. */
export function namedItems(
  db: Queryable,
  storeId: string,
  { ids, codes, over }: NamedItems,
  limit: number,
): Promise<ItemRow[]> {
  const [text, values] = asking(storeId, NAMED, { ids, codes, ...daysAsked(over), limit });
  return db.query<ItemRow>(text, values);
}
