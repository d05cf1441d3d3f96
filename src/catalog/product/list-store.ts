import type { WrittenPage } from '../../kernel/call/cursor';
import type { Queryable } from '../../kernel/database/queryable';
import { TOTAL_MAX } from '../../kernel/schema/total';
import type { SearchPatterns } from '../../kernel/search-patterns';
import type { Bounds, FieldFilter, FieldOrder } from '../../metafield/filter/bounds';
import { LISTED_AS_JSON } from './store';

export const productSorts = [
  'createdAt',
  '-createdAt',
  'updatedAt',
  '-updatedAt',
  'title',
  '-title',
  'price',
  '-price',
  'position',
  'metafield',
  '-metafield',
] as const;
export type ProductSort = (typeof productSorts)[number];
export type StockFilter = 'in' | 'out' | 'low' | 'untracked';

export interface ProductFilter {
  readonly status: 'active' | 'archived' | 'all';
  readonly search?: SearchPatterns | undefined;
  readonly barcode?: string | undefined;
  readonly sku?: string | undefined;
  readonly categoryId?: string | undefined;
  readonly collectionId?: string | undefined;
  readonly mediaId?: string | undefined;
  readonly stock?: StockFilter | undefined;
  /** A tracked item with at most so many is low. */
  readonly lowStock: number;
  readonly minPriceKurus?: number | undefined;
  readonly maxPriceKurus?: number | undefined;
  /** The earliest time of the last change, in ISO 8601. */
  readonly updatedSince?: string | undefined;
  readonly fields?: FieldFilter | undefined;
}

/** The end of a page: the value of the sort exactly as the index has it, and the id. */
type ProductPosition = readonly [sortKey: string | number, id: string];

interface PageRow extends Pick<WrittenPage<ProductPosition>, 'shown' | 'more'> {
  readonly items: string | null;
  readonly lastKey: string | number;
  readonly lastId: string;
}

interface Order {
  /** With the id that follows it, the columns of an index. */
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly direction: 'ASC' | 'DESC';
  readonly beyond: '<' | '>';
}

const SORT_KEYS: Record<string, Pick<Order, 'key' | 'id' | 'type'>> = {
  createdAt: { key: 'p.created_at', id: 'p.id', type: 'timestamptz' },
  updatedAt: { key: 'p.updated_at', id: 'p.id', type: 'timestamptz' },
  title: { key: 'p.title', id: 'p.id', type: 'text' },
  price: { key: 'p.price', id: 'p.id', type: 'bigint' },
  position: { key: 'm.position', id: 'm.product_id', type: 'int' },
};

const FIELD_KEYS: Readonly<Record<Bounds['kind'], Pick<Order, 'key' | 'id' | 'type'>>> = {
  text: { key: 'f.text', id: 'f.owner_id', type: 'text' },
  number: { key: 'f.number', id: 'f.owner_id', type: 'double precision' },
};

function orderOf(sort: ProductSort, sortedAs: Bounds['kind'] | ''): Order {
  const descending = sort.startsWith('-');
  const key = sortedAs
    ? FIELD_KEYS[sortedAs]
    : (SORT_KEYS[descending ? sort.slice(1) : sort] as Pick<Order, 'key' | 'id' | 'type'>);
  return { ...key, direction: descending ? 'DESC' : 'ASC', beyond: descending ? '<' : '>' };
}

/**
 * How the rows of a page are found, from the most telling filter that was given. The statements are prepared by their text,
 * so texts are drawn from few shapes: the finder, the sort, first page or later, one status or all, and whether any further
 * filter is given. The plain shape has no optional conditions: their guessed selectivity would drive the planner off the index
 * of the sort.
 */
type Finder = 'code' | 'search' | 'media' | 'field' | 'collection' | 'category' | 'all';

function finderOf({ barcode, sku, search, mediaId, fields, collectionId, categoryId }: ProductFilter): Finder {
  if (barcode !== undefined || sku !== undefined) return 'code';
  if (search?.indexed) return 'search';
  if (mediaId !== undefined) return 'media';
  if (fields?.isFew) return 'field';
  if (collectionId !== undefined) return 'collection';
  return categoryId === undefined ? 'all' : 'category';
}

/** How values of fields are met: as texts or numbers, the first of them in the first place. */
type FieldKinds = readonly Bounds['kind'][];

/** SQL that a value is within the bounds of this place. */
const within = (kind: Bounds['kind'], place: number): string =>
  `i.store_id = $1 AND i.definition_id = @field${place} AND i.${kind} BETWEEN @least${place} AND @most${place}`;

/** SQL of the products that use a media file: those that show it, and those in whose custom fields, or in those of a variant, it stands. */
const USING = `
    SELECT products_showing(@media)
    UNION SELECT named FROM things_naming(@media) AS named WHERE named LIKE 'prd_%'
    UNION SELECT v.product_id FROM catalog_variant v WHERE v.store_id = $1 AND v.id IN (SELECT things_naming(@media))`;

/** Names after @ become parameters; $1 is the store. */
const FIND: Record<Exclude<Finder, 'field'>, string> = {
  all: 'true',
  category: 'p.category_id = @category',
  collection: 'm.collection_id = @collection',
  media: `p.id IN (${USING})`,
  search: `p.id IN (
    SELECT search_catalog(@words::text[])
    UNION SELECT search_metafields(@words::text[]))`,
  code: `p.id IN (
    SELECT product_id FROM catalog_barcode WHERE store_id = $1 AND barcode = @barcode
    UNION ALL SELECT id FROM catalog_product WHERE store_id = $1 AND sku = @sku
    UNION ALL SELECT product_id FROM catalog_variant WHERE store_id = $1 AND sku = @sku)
    AND (@barcode::text IS NULL OR EXISTS (
      SELECT FROM catalog_barcode b WHERE b.store_id = $1 AND b.barcode = @barcode AND b.product_id = p.id))
    AND (@sku::text IS NULL OR p.sku = @sku OR EXISTS (
      SELECT FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id AND v.sku = @sku))`,
};

/**
 * Tests the items of a product: its variants, or the product itself when it has none. An aggregate and not EXISTS: the planner would rather
 * hash all variants of the store than look up those of a page (24 ms against 1 with 100,000 products).
 */
const anyItem = (condition: string): string => `
  CASE WHEN p.variant_count = 0 THEN ${condition.replaceAll('?', 'p')} ELSE (
    SELECT bool_or(${condition.replaceAll('?', 'v')}) FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id) END`;

const FILTERS = `
  AND (@category::text IS NULL OR p.category_id = @category)
  AND CASE WHEN @collection::text IS NULL THEN true ELSE (
    SELECT count(*) > 0 FROM catalog_collection_product c
    WHERE c.store_id = $1 AND c.collection_id = @collection AND c.product_id = p.id) END
  AND CASE WHEN @media::text IS NULL THEN true ELSE p.id IN (${USING}) END
  AND CASE WHEN @words::text[] IS NULL THEN true ELSE (
    SELECT bool_or(said.text LIKE ALL (@words::text[])) FROM (
      SELECT s.text FROM catalog_search s WHERE s.store_id = $1 AND s.product_id = p.id
      UNION ALL SELECT i.text FROM metafield_index i JOIN metafield_definition d ON d.store_id = $1 AND d.id = i.definition_id
      WHERE i.store_id = $1 AND i.owner_id = p.id) said) END
  AND CASE @stock::text
    WHEN 'in' THEN ${anyItem('(?.stock IS NULL OR ?.stock > 0)')}
    WHEN 'out' THEN NOT ${anyItem('(?.stock IS NULL OR ?.stock > 0)')}
    WHEN 'low' THEN ${anyItem('coalesce(?.stock <= @low::int, false)')}
    WHEN 'untracked' THEN NOT ${anyItem('?.stock IS NOT NULL')}
    ELSE true END
  AND (@min::bigint IS NULL OR p.price >= @min)
  AND (@max::bigint IS NULL OR p.price <= @max)
  AND (@since::timestamptz IS NULL OR p.updated_at >= @since)`;

/** An aggregate for the reason above: a product has few values, and the list is walked in its order. */
const fieldFilters = (kinds: FieldKinds, isFound: boolean): string =>
  kinds
    .map((kind, index) =>
      isFound && index === 0
        ? ''
        : `AND (SELECT count(*) > 0 FROM metafield_index i WHERE ${within(kind, index + 1)} AND i.owner_id = p.id)`,
    )
    .join(' ');

const findBy = (finder: Finder, [kind = 'text']: FieldKinds): string =>
  finder === 'field' ? `p.id IN (SELECT i.owner_id FROM metafield_index i WHERE ${within(kind, 1)})` : FIND[finder];

/** Rows that a statement may fetch: one more than a page has, or as many as are counted. */
const FETCH = [2, 11, 26, 51, 101, TOTAL_MAX] as const;

/** A page ends behind the product with which it is so heavy, as JSON: values of custom fields may be a quarter of a megabyte each. */
const PAGE_BYTES = 4_000_000;

interface Shape {
  readonly finder: Finder;
  readonly sort: ProductSort;
  readonly later: boolean;
  readonly allStatuses: boolean;
  readonly filtered: boolean;
  /** Custom fields that are filtered by. */
  readonly fields: FieldKinds;
  /** The kind of the custom field by which the list is sorted. */
  readonly sortedAs: Bounds['kind'] | '';
  /** In the text: of a limit that is a parameter, the planner assumes a tenth of the table. */
  readonly fetch: number;
  /** As rows, or in one piece: fifty rows cost the driver and the collector of garbage more than all that is said in them. */
  readonly answers: 'rows' | 'page';
}

function template({ finder, sort, later, allStatuses, filtered, fields, sortedAs, fetch, answers }: Shape): string {
  const { key, id, type, direction, beyond } = orderOf(sort, sortedAs);
  const joined = finder === 'collection' || sort === 'position';
  const selectPage = (status: string): string => `(
    SELECT p.id, ${key} AS "sortKey"
    FROM catalog_product p
    ${joined ? 'JOIN catalog_collection_product m ON m.store_id = $1 AND m.collection_id = @collection AND m.product_id = p.id' : ''}
    ${sortedAs ? `JOIN metafield_index f ON f.store_id = $1 AND f.definition_id = @sorted AND f.owner_id = p.id AND ${key} IS NOT NULL` : ''}
    WHERE p.store_id = $1 AND p.status = ${status} AND ${findBy(finder, fields)}
      ${later ? `AND (${key}, ${id}) ${beyond} (@key::${type}, @id)` : ''}
      ${filtered ? FILTERS : ''}
      ${fieldFilters(fields, finder === 'field')}
    ORDER BY ${key} ${direction}, ${id} ${direction} LIMIT ${fetch})`;
  const page = allStatuses
    ? `${selectPage(`'active'`)} UNION ALL ${selectPage(`'archived'`)} ORDER BY "sortKey" ${direction}, id ${direction} LIMIT ${fetch}`
    : selectPage('@status');
  const ordered = `ORDER BY page."sortKey" ${direction}, page.id ${direction}`;
  const listed = (from: string): string => `
    SELECT page.id, page."sortKey", ${LISTED_AS_JSON} AS json
    FROM ${from} JOIN catalog_product p ON p.store_id = $1 AND p.id = page.id
    ${ordered}`;
  return answers === 'rows'
    ? `WITH page AS MATERIALIZED (${page}) ${listed('page')}`
    : `
    WITH page AS MATERIALIZED (${page})
    SELECT string_agg(listed.json, ',') AS items, count(*)::int AS shown, (SELECT count(*) FROM page) > count(*) AS more,
      (array_agg(listed."sortKey"))[count(*)] AS "lastKey", (array_agg(listed.id))[count(*)] AS "lastId"
    FROM (
      SELECT *, sum(octet_length(json)) OVER (ROWS UNBOUNDED PRECEDING) - octet_length(json) AS ahead
      FROM (${listed(`(SELECT * FROM page ${ordered} LIMIT @limit::int) page`)}) page) listed
    WHERE ahead < ${PAGE_BYTES}`;
}

interface Statement {
  readonly text: string;
  readonly parameters: readonly string[];
}

const statements = new Map<string, Statement>();

function statementOf(shape: Shape): Statement {
  const name = Object.values(shape).join(' ');
  let statement = statements.get(name);
  if (!statement) {
    const parameters: string[] = [];
    const text = template(shape).replace(/@(\w+)/g, (_, parameter: string) => {
      if (!parameters.includes(parameter)) parameters.push(parameter);
      return `$${parameters.indexOf(parameter) + 2}`;
    });
    statement = { text, parameters };
    statements.set(name, statement);
  }
  return statement;
}

/** The filter of a list of products, its order, and its beginning. */
export interface ProductList {
  readonly filter: ProductFilter;
  readonly sort: ProductSort;
  /** The custom field of sort=metafield. */
  readonly sortField?: FieldOrder | undefined;
  /** The end of the page before. */
  readonly after: ProductPosition | null;
}

/**
 * Lists a page of products with their variants, in one statement.
 * @param limit products at most
 */
export async function listProducts(
  db: Queryable,
  storeId: string,
  list: ProductList,
  limit: number,
): Promise<WrittenPage<ProductPosition>> {
  const { text, values } = asking('page', storeId, list, limit + 1, limit);
  const [page] = await db.query<PageRow>(text, values);
  const { items, shown, more, lastKey, lastId } = page as PageRow;
  return { items: items ?? '', shown, more, last: [lastKey, lastId] };
}

/**
 * The same products, as rows: what is counted.
 * @param most rows; up to TOTAL_MAX, and there may be more
 */
export function productRows(db: Queryable, storeId: string, list: ProductList, most: number): Promise<unknown[]> {
  const { text, values } = asking('rows', storeId, list, most);
  return db.query(text, values);
}

function asking(
  answers: Shape['answers'],
  storeId: string,
  { filter, sort, sortField, after }: ProductList,
  most: number,
  limit?: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  const {
    status,
    search,
    barcode,
    sku,
    categoryId,
    collectionId,
    mediaId,
    stock,
    lowStock,
    minPriceKurus,
    maxPriceKurus,
    updatedSince,
    fields,
  } = filter;
  const finder = finderOf(filter);
  const found: Record<Finder, readonly unknown[]> = {
    all: [],
    category: [categoryId],
    collection: [collectionId],
    media: [mediaId],
    field: [],
    search: [search],
    code: [],
  };
  const optional = [categoryId, collectionId, mediaId, search, stock, minPriceKurus, maxPriceKurus, updatedSince];
  // A manual order is joined by its collection, whatever finds the rows.
  const settled = sort === 'position' ? [...found[finder], collectionId] : found[finder];
  const filtered = optional.some((value) => value !== undefined && !settled.includes(value));
  const fetch = FETCH.find((rows) => rows >= most) ?? TOTAL_MAX;
  const statement = statementOf({
    finder,
    sort,
    later: after !== null,
    allStatuses: status === 'all',
    filtered,
    fields: fields?.bounds.map(({ kind }) => kind) ?? [],
    sortedAs: sortField?.kind ?? '',
    fetch,
    answers,
  });
  const values: Record<string, unknown> = {
    status,
    key: after?.[0],
    id: after?.[1],
    category: categoryId,
    collection: collectionId,
    media: mediaId,
    words: search?.patterns,
    barcode,
    sku,
    stock,
    low: lowStock,
    min: minPriceKurus,
    max: maxPriceKurus,
    since: updatedSince,
    limit,
    sorted: sortField?.definitionId,
  };
  for (const [index, { definitionId, least, most }] of (fields?.bounds ?? []).entries())
    Object.assign(values, {
      [`field${index + 1}`]: definitionId,
      [`least${index + 1}`]: least,
      [`most${index + 1}`]: most,
    });
  return {
    text: statement.text,
    values: [storeId, ...statement.parameters.map((parameter) => values[parameter] ?? null)],
  };
}
