import { foundProducts } from '../../catalog/search/found-store';
import type { ShopSearch } from '../../catalog/search/shop-search';
import type { Bundle } from '../../design/bundle/bundle';
import type { Queryable } from '../../kernel/database/queryable';
import { type LegalKind, legalKinds } from '../../legal/page/kinds';
import { picturesAsJson } from '../../media/image/store';
import type { Pack } from '../../skin/pack/pack';
import { LISTED } from '../../store/storefront/read-store';
import { type Narrowing, type Sort, sortNames } from './narrowing';

/*
 * One statement reads all that a page shows, with the design that is live in the same moment. A page asks for things by name, by
 * identifier, or as a list; each thing that is asked for has a number, by which the page finds the answer.
 */

/** One thing that a page asks for. */
export type Ask =
  /** A thing by its key in the projection, e.g. `product:cezve`. */
  | { readonly kind: 'key'; readonly name: string }
  /** A product, a collection or a category by its identifier: as a list shows it. */
  | { readonly kind: 'thing'; readonly name: string }
  /** Its key and its name alone, for a link to it. */
  | { readonly kind: 'target'; readonly name: string }
  /** The newest products, behind an identifier. */
  | { readonly kind: 'newest'; readonly most: number; readonly after?: string }
  /** Products of a category, behind a key. */
  | { readonly kind: 'category'; readonly name: string; readonly most: number; readonly after?: string }
  /** Products of a collection, behind a place. */
  | { readonly kind: 'collection'; readonly name: string; readonly most: number; readonly behind?: number }
  /** Products of a collection by the key of that, behind a place. */
  | { readonly kind: 'members'; readonly name: string; readonly most: number; readonly behind?: number }
  /** Other products of the category of a product. */
  | { readonly kind: 'related'; readonly name: string; readonly most: number }
  /** The category of a product. */
  | { readonly kind: 'categoryOf'; readonly name: string }
  /** All categories of the shop. */
  | { readonly kind: 'categories'; readonly most: number }
  /** Products whose texts have all words, behind a place: those first that have them as words of their own, then the newest. */
  | (ShopSearch & { readonly kind: 'search'; readonly most: number; readonly behind: number })
  /** Products of a category or of all, sorted and narrowed, behind a place. */
  | (Narrowing & {
      readonly kind: `${Sort}OfAll` | `${Sort}OfCategory`;
      readonly name: string;
      readonly most: number;
      readonly behind: number;
    })
  /** Products of a collection by the key of that, sorted and narrowed, behind a place. */
  | (Narrowing & {
      readonly kind: 'membersNarrowed';
      readonly name: string;
      readonly most: number;
      readonly behind: number;
    })
  /** Products that a search finds, sorted and narrowed, behind a place. */
  | (Narrowing & ShopSearch & { readonly kind: 'searchNarrowed'; readonly most: number; readonly behind: number })
  /** A picture by its identifier. */
  | { readonly kind: 'media'; readonly name: string }
  /** Names of the custom fields of products or of the store. */
  | { readonly kind: 'fields'; readonly name: 'product' | 'store' }
  /** Extensions that are enabled, with their versions. */
  | { readonly kind: 'extensions' }
  /** Kinds of the texts that the owner has confirmed. */
  | { readonly kind: 'legal' }
  /** The text of one such kind. */
  | { readonly kind: 'legalText'; readonly name: LegalKind }
  /** A step of readiness that the owner has marked. */
  | { readonly kind: 'flag'; readonly name: 'etbis' };

/** One row that was found; of a list there are several. */
export interface PageRow {
  /** The place of what was asked for in the list of it; -1: the design. */
  readonly nth: number;
  /** A key of the projection; of a picture or a field its own name; of the design its hash. */
  readonly key: string;
  readonly json: string | null;
  /** Its place in a list. */
  readonly place: number;
}

const LIVE = `SELECT hash FROM design_live WHERE store_id = $1`;

/** The draft of a workspace that is in use, or of the shop's own, which has no row as a workspace; without one what is live. */
const DRAFT = `
  SELECT kept.hash FROM (SELECT coalesce(
    (SELECT d.hash FROM design_draft d WHERE d.store_id = $1 AND d.workspace = $3),
    (SELECT l.hash FROM design_live l WHERE l.store_id = $1)) AS hash) AS kept
  WHERE kept.hash IS NOT NULL AND ($3 = 'main' OR EXISTS (
    SELECT FROM workspace w WHERE w.store_id = $1 AND w.id = $3 AND w.archived_at IS NULL))`;

const KEPT = 'SELECT hash FROM design_body WHERE store_id = $1 AND hash = $3';

const selectKind = (kind: string, from: string): string =>
  `SELECT * FROM (${from}) AS of_${kind} WHERE asked.kind = '${kind}'`;

/** @param column by which the collection is found */
const membersOf = (column: string): string => `
    SELECT p.key, p.json, member.place FROM (
      SELECT listed.handle, listed.place FROM storefront_kv c,
        jsonb_array_elements_text(c.value -> 'products') WITH ORDINALITY AS listed(handle, place)
      WHERE c.store_id = $1 AND ${column} = asked.name AND listed.place > asked.behind
      ORDER BY listed.place LIMIT asked.most) AS member
    CROSS JOIN LATERAL (
      SELECT k.key, ${LISTED} AS json FROM storefront_kv k
      WHERE k.store_id = $1 AND k.key = 'product:' || member.handle OFFSET 0) p`;

/** SQL of what a shopper leaves in a list, `k` being the product. */
const LEFT = '(NOT asked.in_stock OR k.is_stocked) AND k.shelf_price BETWEEN asked.least AND asked.greatest';

const ORDERS: Readonly<Record<Sort, string>> = {
  newest: 'k.thing_id DESC',
  cheapest: 'k.shelf_price, k.key',
  dearest: 'k.shelf_price DESC, k.key DESC',
};

/** SQL of the order that is asked for, of rows that are few. @param own SQL of their own order */
const askedOrder = (own: string): string =>
  `CASE asked.sort WHEN 'cheapest' THEN k.shelf_price WHEN 'dearest' THEN -k.shelf_price END, CASE WHEN asked.sort = 'newest' THEN k.thing_id END DESC, ${own}`;

/** SQL of products in an order, behind a place in it. Those before it are passed over, and none of their values is read. */
const placed = (from: string, order: string): string => `
    SELECT k.key, ${LISTED} AS json, k.place FROM (
      SELECT k.key, k.value, row_number() OVER (ORDER BY ${order}) AS place FROM ${from}
      ORDER BY ${order} LIMIT asked.most OFFSET asked.behind) AS k`;

/**
 * SQL of a shelf in its order. It is walked by the index of that order until enough is left: with the bounds in sight, the planner would
 * read all that lies between them and sort it.
 */
const shelf = (within: string, order: string): string =>
  placed(
    `(SELECT * FROM storefront_kv k WHERE k.store_id = $1 AND ${within} ORDER BY ${order} OFFSET 0) AS k WHERE ${LEFT}`,
    order,
  );

const ALL: Readonly<Record<Sort, string>> = {
  newest: `k.thing_id > 'prd_' AND k.thing_id < 'prd\`'`,
  cheapest: 'k.shelf_price IS NOT NULL',
  dearest: 'k.shelf_price IS NOT NULL',
};

const SHELVES = sortNames.flatMap((sort) => [
  selectKind(`${sort}OfAll`, shelf(ALL[sort], ORDERS[sort])),
  selectKind(`${sort}OfCategory`, shelf('k.category_id = asked.name', ORDERS[sort])),
]);

const ROWS = [
  ...SHELVES,
  selectKind(
    'membersNarrowed',
    placed(
      `storefront_kv c, jsonb_array_elements_text(c.value -> 'products') WITH ORDINALITY AS listed(handle, nth)
      CROSS JOIN LATERAL (
        SELECT * FROM storefront_kv shown WHERE shown.store_id = $1 AND shown.key = 'product:' || listed.handle OFFSET 0) k
      WHERE c.store_id = $1 AND c.key = asked.name AND ${LEFT}`,
      askedOrder('listed.nth'),
    ),
  ),
  selectKind(
    'searchNarrowed',
    placed(
      `${foundProducts('asked.words', 'asked.heads', 'asked.ranked')} AS hit
      CROSS JOIN LATERAL (
        SELECT * FROM storefront_kv shown WHERE shown.store_id = $1 AND shown.thing_id = hit.id OFFSET 0) k
      WHERE ${LEFT}`,
      askedOrder('hit.rank DESC, hit.id DESC'),
    ),
  ),
  selectKind(
    'key',
    `SELECT k.key, k.value::text AS json, 0::bigint AS place FROM storefront_kv k WHERE k.store_id = $1 AND k.key = asked.name OFFSET 0`,
  ),
  selectKind(
    'thing',
    `SELECT k.key, ${LISTED} AS json, 0 FROM storefront_kv k WHERE k.store_id = $1 AND k.thing_id = asked.name OFFSET 0`,
  ),
  selectKind(
    'target',
    `SELECT k.key, jsonb_build_object('name', coalesce(k.value ->> 'title', k.value ->> 'name'))::text, 0
     FROM storefront_kv k WHERE k.store_id = $1 AND k.thing_id = asked.name OFFSET 0`,
  ),
  selectKind(
    'newest',
    `SELECT k.key, ${LISTED}, row_number() OVER (ORDER BY k.thing_id DESC) FROM storefront_kv k
     WHERE k.store_id = $1 AND k.thing_id > 'prd_'
       AND k.thing_id < coalesce(nullif(asked.after, ''), 'prd\`') ORDER BY k.thing_id DESC LIMIT asked.most`,
  ),
  selectKind(
    'category',
    `SELECT k.key, ${LISTED}, row_number() OVER (ORDER BY k.key) FROM storefront_kv k
     WHERE k.store_id = $1 AND k.category_id = asked.name AND k.key > asked.after ORDER BY k.key LIMIT asked.most`,
  ),
  selectKind('collection', membersOf('c.thing_id')),
  selectKind('members', membersOf('c.key')),
  selectKind(
    'related',
    `SELECT k.key, ${LISTED}, row_number() OVER (ORDER BY k.key) FROM storefront_kv k
     WHERE k.store_id = $1 AND k.key <> asked.name AND k.category_id = (
       SELECT own.category_id FROM storefront_kv own WHERE own.store_id = $1 AND own.key = asked.name)
     ORDER BY k.key LIMIT asked.most`,
  ),
  selectKind(
    'categoryOf',
    `SELECT k.key, k.value::text, 0 FROM storefront_kv k WHERE k.store_id = $1 AND k.key = 'category:' || (
       SELECT own.category_id FROM storefront_kv own WHERE own.store_id = $1 AND own.key = asked.name) OFFSET 0`,
  ),
  selectKind(
    'categories',
    `SELECT k.key, k.value::text, row_number() OVER (ORDER BY (k.value ->> 'position')::int, k.key) FROM storefront_kv k
     WHERE k.store_id = $1 AND k.key > 'category:' AND k.key < 'category;'
     ORDER BY (k.value ->> 'position')::int, k.key LIMIT asked.most`,
  ),
  selectKind(
    'search',
    // Hits are sorted first, and looked up one after the other until there are enough that are for sale.
    `SELECT k.key, ${LISTED}, row_number() OVER (ORDER BY hit.rank DESC, hit.id DESC) FROM (
       SELECT * FROM ${foundProducts('asked.words', 'asked.heads', 'asked.ranked')} AS found
       ORDER BY found.rank DESC, found.id DESC OFFSET 0) AS hit
     CROSS JOIN LATERAL (
       SELECT * FROM storefront_kv shown WHERE shown.store_id = $1 AND shown.thing_id = hit.id OFFSET 0) k
     ORDER BY hit.rank DESC, hit.id DESC LIMIT asked.most OFFSET asked.behind`,
  ),
  selectKind('media', `SELECT asked.name, (${picturesAsJson('ARRAY[asked.name]', 'ARRAY[NULL::text]')} -> 0)::text, 0`),
  selectKind(
    'fields',
    `SELECT d.key, json_build_object('label', d.label, 'type', d.type)::text, row_number() OVER (ORDER BY d.key)
     FROM metafield_definition d WHERE d.store_id = $1 AND d.target = asked.name`,
  ),
  selectKind(
    'extensions',
    `SELECT e.key, json_build_object('version', e.version)::text, 0 FROM extension e WHERE e.store_id = $1 AND e.enabled`,
  ),
  selectKind(
    'legal',
    `SELECT l.kind, '{}', array_position(ARRAY[${legalKinds.map((kind) => `'${kind}'`).join(', ')}], l.kind)
     FROM legal_page l WHERE l.store_id = $1`,
  ),
  selectKind(
    'legalText',
    `SELECT l.kind, json_build_object('text', l.text)::text, 0
     FROM legal_page l WHERE l.store_id = $1 AND l.kind = asked.name`,
  ),
  selectKind('flag', `SELECT f.flag, '{}', 0 FROM store_flag f WHERE f.store_id = $1 AND f.flag = asked.name`),
].join('\n  UNION ALL ');

const pageOf = (design: string): string => `
  WITH asked AS MATERIALIZED (
    SELECT nth - 1 AS nth, a ->> 'kind' AS kind, a ->> 'name' AS name, (a ->> 'most')::int AS most,
      coalesce(a ->> 'after', '') AS after, coalesce((a ->> 'behind')::int, 0) AS behind, a ->> 'sort' AS sort,
      coalesce((a ->> 'inStock')::boolean, false) AS in_stock, coalesce((a ->> 'least')::bigint, 0) AS least,
      coalesce((a ->> 'greatest')::bigint, ${Number.MAX_SAFE_INTEGER}) AS greatest,
      ${['words', 'heads', 'ranked']
        .map((list) => `ARRAY(SELECT jsonb_array_elements_text(coalesce(a -> '${list}', '[]'))) AS ${list}`)
        .join(', ')}
    FROM jsonb_array_elements($2::jsonb) WITH ORDINALITY AS one(a, nth))
  SELECT -1 AS nth, shown.hash AS key, NULL AS json, 0::bigint AS place FROM (${design}) AS shown
  UNION ALL
  SELECT asked.nth, found.key, found.json, found.place FROM asked CROSS JOIN LATERAL (
  ${ROWS}) AS found
  ORDER BY nth, place`;

/** The design that a page is drawn by. */
export type Shows =
  | { readonly by: 'live' }
  | { readonly by: 'workspace'; readonly of: string }
  | { readonly by: 'hash'; readonly of: string };

const PAGES: Readonly<Record<Shows['by'], string>> = {
  live: pageOf(LIVE),
  workspace: pageOf(DRAFT),
  hash: pageOf(KEPT),
};

/** Reads what a page asks for, and the hash of its design: all of one moment. */
export function readPage(
  db: Queryable,
  storeId: string,
  shows: Shows,
  asks: readonly Ask[],
): Promise<readonly PageRow[]> {
  const values = [storeId, JSON.stringify(asks)];
  return db.query<PageRow>(PAGES[shows.by], shows.by === 'live' ? values : [...values, shows.of]);
}

const BODY = 'SELECT text FROM design_body WHERE store_id = $1 AND hash = $2';

/** @returns the text of a design; undefined: the store has none of this hash */
export async function findBody(db: Queryable, storeId: string, hash: string): Promise<string | undefined> {
  const [found] = await db.query<{ text: string }>(BODY, [storeId, hash]);
  return found?.text;
}

// A preview also shows a pack that a workspace tries. What shoppers see names packs of the store alone.
const PACK = `
  SELECT text FROM theme_pack WHERE store_id = $1 AND key = $2 AND version = $3 AND ($4::text IS NULL OR hash = $4)
  UNION ALL SELECT text FROM workspace_pack WHERE store_id = $1 AND key = $2 AND version = $3 AND hash = $4
  LIMIT 1`;

/** @returns a version of a theme of the store's own; undefined: it has none of these names */
export async function findOwnPack(
  db: Queryable,
  storeId: string,
  { key, version, pack }: Bundle['theme'],
): Promise<Pack | undefined> {
  const [found] = await db.query<{ text: string }>(PACK, [storeId, key, version, pack ?? null]);
  return found && (JSON.parse(found.text) as Pack);
}
