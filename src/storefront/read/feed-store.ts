import type { Queryable } from '../../kernel/database/queryable';

/** SQL of the largest webp of each of the first pictures of a product. @param most pictures at most */
const pictures = (most: number): string => `ARRAY(
  SELECT (SELECT drawn ->> 'url' FROM jsonb_array_elements(picture -> 'variants') AS drawn
    WHERE drawn ->> 'format' = 'webp' ORDER BY (drawn ->> 'width')::int DESC LIMIT 1)
  FROM jsonb_array_elements(CASE jsonb_typeof(k.value -> 'media') WHEN 'array' THEN k.value -> 'media' ELSE '[]' END)
    WITH ORDINALITY AS shown(picture, place)
  WHERE picture -> 'variants' @> '[{"format": "webp"}]' ORDER BY place LIMIT ${most})`;

/** Something of the shop that has a page. */
export interface Located {
  readonly key: string;
  /** The name of a category, which stands in its address; null of all else. */
  readonly name: string | null;
  /** The day on which what it shows has changed last, as YYYY-MM-DD. */
  readonly changed: string;
  /** Paths of its first pictures. */
  readonly images: readonly string[];
}

const IMAGES_LOCATED = 10;

const PAGE = `
  SELECT k.key, CASE WHEN k.key ^@ 'category:' THEN k.value ->> 'name' END AS name,
    to_char(k.projected_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS changed, ${pictures(IMAGES_LOCATED)} AS images
  FROM storefront_kv k
  WHERE k.store_id = $1 AND k.key > $2 AND k.key <> 'store' ORDER BY k.key LIMIT $3`;

/** Things behind a key, in the order of the keys. */
export const listLocated = (db: Queryable, storeId: string, after: string, most: number): Promise<Located[]> =>
  db.query<Located>(PAGE, [storeId, after, most]);

const PARTS = `
  SELECT counted.key FROM (
    SELECT k.key, row_number() OVER (ORDER BY k.key) AS place FROM storefront_kv k WHERE k.store_id = $1 AND k.key <> 'store') AS counted
  WHERE counted.place % $2 = 0 ORDER BY counted.key`;

/** @returns the last key of each part that is full */
export async function partEnds(db: Queryable, storeId: string, rows: number): Promise<readonly string[]> {
  const ends = await db.query<{ key: string }>(PARTS, [storeId, rows]);
  return ends.map(({ key }) => key);
}

/** A product as the feed of products reads it. */
export interface FedProduct {
  readonly key: string;
  /** The product of the projection as JSON. */
  readonly json: string;
  readonly category: string | null;
  /** Paths of its first pictures. */
  readonly images: readonly string[];
}

/** Programs that read feeds take the first picture and ten more. */
const IMAGES_FED = 11;

const FED = `
  SELECT k.key, (k.value - 'media')::text AS json, ${pictures(IMAGES_FED)} AS images,
    (SELECT c.value ->> 'name' FROM storefront_kv c
      WHERE c.store_id = $1 AND c.key = 'category:' || k.category_id) AS category
  FROM storefront_kv k
  WHERE k.store_id = $1 AND k.key > $2 AND k.key < 'product;' ORDER BY k.key LIMIT $3`;

/** Products behind a key, in the order of the keys. */
export const listFed = (db: Queryable, storeId: string, after: string, most: number): Promise<FedProduct[]> =>
  db.query<FedProduct>(FED, [storeId, after, most]);

const STATE = `
  SELECT count(*)::text || ' ' || coalesce(max(k.projected_at)::text, '') AS state FROM storefront_kv k WHERE k.store_id = $1`;

/** @returns a text that changes with anything that the shop shows */
export async function feedState(db: Queryable, storeId: string): Promise<string> {
  const [found] = await db.query<{ state: string }>(STATE, [storeId]);
  return found?.state ?? '';
}

const GUIDED = `
  SELECT k.key, coalesce(k.value ->> 'title', k.value ->> 'name') AS name FROM storefront_kv k
  WHERE k.store_id = $1 AND (k.key > 'category:' AND k.key < 'category;' OR k.key > 'collection:' AND k.key < 'collection;')
  ORDER BY k.key LIMIT $2`;

/** Categories and collections with their names, in the order of the keys. */
export const listShelves = (db: Queryable, storeId: string, most: number): Promise<{ key: string; name: string }[]> =>
  db.query(GUIDED, [storeId, most]);
