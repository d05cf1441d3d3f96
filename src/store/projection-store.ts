import { category } from '../catalog/category/aggregate';
import { collection } from '../catalog/collection/aggregate';
import { product } from '../catalog/product/aggregate';
import { SHOWN_PICTURES, stockShown } from '../catalog/product/store';
import { variant } from '../catalog/variant/table';
import type { Queryable, Transaction } from '../kernel/database/queryable';
import { media } from '../media/image/aggregate';
import { valueSet } from '../metafield/value/aggregate';
import { projectedMetafieldsOf } from '../metafield/value/store';
import { liveDesign } from './design/aggregate';
import { identity } from './identity/aggregate';
import { keepMoved } from './moved-store';
import { store } from './table';

/** The price before a reduction, of a product of which nothing costs as much by now: a shopper never sees a reduction that is none. */
const COMPARE_AT = `CASE WHEN p.compare_at > p.price AND (p.variant_count = 0 OR NOT (
        SELECT bool_or(v.price >= p.compare_at) IS TRUE FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id)) THEN p.compare_at END`;

/**
 * The key-value projection that storefronts read: `store`, `design`, `category:{id}`, `collection:{handle}` and `product:{handle}`, active
 * ones only. Each kind of thing with the prefix of its identifiers, and SQL that answers one by its name as `id`, `key` and `value`, which
 * is null when it is not shown. `$1` is the store. The shown part of a row is declared with its columns (`projected`).
 *
 * OFFSET 0: each thing is looked up by its identifier. These statements are prepared, and a plan that was made while the tables were small
 * would read all of them.
 */
const kinds = {
  prd: `
    SELECT p.id, 'product:' || p.handle AS key, CASE WHEN p.status = 'active' THEN jsonb_build_object('id', p.id,
      ${product.projected('p', { compareAt: COMPARE_AT, stock: stockShown('p') })},
      'metafields', ${projectedMetafieldsOf('p.id')}, 'variants', CASE WHEN p.variant_count = 0 THEN '[]' ELSE (
        SELECT jsonb_agg(jsonb_build_object('id', v.id, ${variant.projected('v', { stock: stockShown('v') })}, 'metafields', ${projectedMetafieldsOf('v.id')}) ORDER BY v.position)
        FROM catalog_variant v WHERE v.store_id = $1 AND v.product_id = p.id) END,
      'media', ${SHOWN_PICTURES}) END AS value
    FROM catalog_product p WHERE p.store_id = $1 AND p.id = named.name OFFSET 0`,
  cat: `
    SELECT c.id, 'category:' || c.id AS key,
      CASE WHEN c.status = 'active' THEN jsonb_build_object('id', c.id, ${category.projected('c')}) END AS value
    FROM catalog_category c WHERE c.store_id = $1 AND c.id = named.name OFFSET 0`,
  col: `
    SELECT c.id, 'collection:' || c.handle AS key,
      CASE WHEN c.status = 'active' THEN jsonb_build_object('id', c.id, ${collection.projected('c')}, 'metafields', ${projectedMetafieldsOf('c.id')}, 'products', coalesce((
        SELECT jsonb_agg(p.handle ORDER BY cp.position)
        FROM catalog_collection_product cp CROSS JOIN LATERAL (
          SELECT handle, status FROM catalog_product WHERE store_id = $1 AND id = cp.product_id OFFSET 0) p
        WHERE cp.store_id = $1 AND cp.collection_id = c.id AND p.status = 'active'), '[]')) END AS value
    FROM catalog_collection c WHERE c.store_id = $1 AND c.id = named.name OFFSET 0`,
  str: `
    SELECT s.id, 'store' AS key, jsonb_build_object('id', s.id, ${store.projected('s')}, 'metafields', ${projectedMetafieldsOf('s.id')}, 'identity', (
      SELECT jsonb_build_object(${identity.projected('i')}) FROM store_identity i WHERE i.store_id = $1)) AS value
    FROM store s WHERE s.id = $1 AND s.id = named.name OFFSET 0`,
  dsg: `
    SELECT d.id, 'design' AS key, jsonb_build_object('id', d.id, 'seq', d.rev, ${liveDesign.projected('d')}) AS value
    FROM design_live d WHERE d.store_id = $1 AND d.id = named.name OFFSET 0`,
};

/**
 * Kinds of things that the projection shows, or shows parts of, and under whose key: `store`: with the store, which has one; else under
 * their own, or that of the whole that {@link PROJECT} finds by them.
 */
export const shownKinds = [
  { kind: store, under: 'store' },
  { kind: identity, under: 'store' },
  { kind: category, under: 'own' },
  { kind: collection, under: 'own' },
  { kind: product, under: 'own' },
  { kind: variant, under: 'own' },
  { kind: media, under: 'own' },
  { kind: valueSet, under: 'own' },
  { kind: liveDesign, under: 'own' },
] as const;

/** SQL of what the things of one kind are shown as. @param names SQL of a table of names, of any kind */
const shownAs = (kind: keyof typeof kinds, names: string): string =>
  `SELECT shown.* FROM ${names} AS named CROSS JOIN LATERAL (${kinds[kind]}) AS shown WHERE named.name ^@ '${kind}_'`;

/** SQL of the value that a key has in the projection. @param key SQL of it */
const projected = (key: string): string =>
  `(SELECT known.value FROM storefront_kv known WHERE known.store_id = $1 AND known.key = ${key})`;

/** SQL of what names stand for: values of custom fields are shown with what they are of. @param names SQL of them, as `changed` */
const owned = (names: string): string => `
    SELECT CASE WHEN changed.name ^@ '${valueSet.prefix}_' THEN (
      SELECT owner_id FROM metafield_values WHERE store_id = $1 AND id = changed.name) ELSE changed.name END AS name FROM ${names}`;

/** SQL of the products that show what is `asked` for. */
const PRODUCTS_OF_ASKED = `
    SELECT name FROM asked WHERE name ^@ 'prd_'
    UNION
    SELECT whole.product_id FROM asked CROSS JOIN LATERAL (
      SELECT product_id FROM catalog_variant WHERE store_id = $1 AND id = asked.name OFFSET 0) whole
    WHERE asked.name ^@ 'var_'
    UNION
    SELECT showing.id FROM asked CROSS JOIN LATERAL products_showing(asked.name) AS showing(id)
    WHERE asked.name ^@ 'med_'`;

/**
 * SQL of what the things that are `asked` for are shown as, and of what shows parts of them. In a collection stand the handles of its
 * products, so one that comes, goes or gets another handle takes its collections along.
 */
const WANTED = `
  named AS MATERIALIZED (${PRODUCTS_OF_ASKED}),
  product AS MATERIALIZED (${shownAs('prd', 'named')}),
  listed AS MATERIALIZED (
    SELECT name FROM asked WHERE name ^@ 'col_'
    UNION
    SELECT holding.collection_id FROM product CROSS JOIN LATERAL (
      SELECT collection_id FROM catalog_collection_product WHERE store_id = $1 AND product_id = product.id OFFSET 0) holding
    WHERE (product.value IS NULL) = coalesce(${projected('product.key')} ->> 'id' = product.id, false)
  ),
  wanted AS MATERIALIZED (
    SELECT * FROM product
    UNION ALL ${shownAs('col', 'listed')}
    UNION ALL ${shownAs('cat', 'asked')}
    UNION ALL ${shownAs('str', 'asked')}
    UNION ALL ${shownAs('dsg', 'asked')}
  )`.trim();

/** SQL of keys that may be there, and that nothing has any more. */
const GONE = `
      (SELECT key FROM wanted WHERE value IS NULL UNION SELECT name FROM asked WHERE name !~ '^[a-z]{3}_')
      EXCEPT SELECT key FROM wanted WHERE value IS NOT NULL`.trim();

/** SQL of what is shown otherwise than it should be, or not at all. */
const WRITTEN = `value IS NOT NULL AND value IS DISTINCT FROM ${projected('wanted.key')}`;

/**
 * Projects what is named, and with the generation also what was marked. A mark is taken in the very moment in which what it names is
 * read: one that comes later stays for the next bump.
 *
 * `$2` is the audit row of the call, `$3` the names: identifiers, and keys that nothing may have any more.
 */
const PROJECT = `
  WITH moved AS MATERIALIZED (SELECT coalesce(moved_by = $2, false) AS here FROM store WHERE id = $1),
  taken AS (DELETE FROM storefront_mark WHERE store_id = $1 AND (SELECT here FROM moved) RETURNING name),
  stated AS MATERIALIZED (${owned('jsonb_array_elements_text($3::jsonb) AS changed(name)')}),
  asked AS MATERIALIZED (
    ${owned('taken AS changed')}
    UNION
    SELECT stated.name FROM stated
    WHERE (SELECT here FROM moved)
      OR NOT EXISTS (SELECT FROM storefront_mark m WHERE m.store_id = $1 AND m.name = stated.name)
  ),
  ${WANTED},
  removed AS (
    DELETE FROM storefront_kv WHERE store_id = $1 AND key = ANY (ARRAY(
      ${GONE})) RETURNING key, thing_id
  ),
  ${keepMoved('SELECT removed.key, thing_id FROM removed JOIN wanted ON id = thing_id AND value IS NOT NULL')},
  written AS (
    INSERT INTO storefront_kv (store_id, key, value)
    SELECT $1, key, value FROM wanted WHERE ${WRITTEN} ORDER BY key
    ON CONFLICT (store_id, key) DO UPDATE SET value = EXCLUDED.value, projected_at = now() RETURNING 1
  )
  SELECT`;

/** Sends what projects these names, and all that is marked if the call moved the generation. @param auditId of the call */
export function sendProjection(tx: Transaction, storeId: string, auditId: string, names: readonly string[]): void {
  tx.send(PROJECT, [storeId, auditId, JSON.stringify(names)]);
}

const projectOne = (named: string): string => `
  INSERT INTO storefront_kv (store_id, key, value)
  SELECT $1, key, value FROM (${shownAs('prd', `(${named})`)}) AS shown
  WHERE value IS NOT NULL AND (
    $4 OR NOT EXISTS (SELECT FROM storefront_mark m WHERE m.store_id = $1 AND m.name IN (shown.id, $3))
    OR EXISTS (SELECT FROM store WHERE id = $1 AND moved_by = $2))
  ON CONFLICT (store_id, key) DO UPDATE SET value = EXCLUDED.value, projected_at = now()
    WHERE storefront_kv.value IS DISTINCT FROM EXCLUDED.value`;

const PROJECT_ONE = {
  product: projectOne('SELECT $3::text AS name'),
  variant: projectOne('SELECT product_id AS name FROM catalog_variant WHERE store_id = $1 AND id = $3'),
};

/** One product that was there, or a variant of it. */
export interface ShownProduct {
  readonly entity: keyof typeof PROJECT_ONE;
  readonly id: string;
}

/**
 * Does what {@link sendProjection} does, for a third of the work, for one product that has kept its key while nothing was marked.
 * @param moves the call moves the generation in any case, if it has not done so yet
 */
export function sendProduct(
  tx: Transaction,
  storeId: string,
  auditId: string,
  { entity, id }: ShownProduct,
  moves: boolean,
): void {
  tx.send(PROJECT_ONE[entity], [storeId, auditId, id, moves]);
}

/**
 * A key that was given up and waits for a bump is marked: whoever takes that mark would remove the key, so he is to find the product
 * that has it now.
 */
const PROJECT_NEW = `
  WITH product AS MATERIALIZED (${shownAs('prd', '(SELECT name FROM jsonb_array_elements_text($3::jsonb) AS name)')}),
  marked AS (
    INSERT INTO storefront_mark (store_id, name, audit_id)
    SELECT $1, id, $2 FROM product WHERE key IN (SELECT m.name FROM storefront_mark m WHERE m.store_id = $1)
  )
  INSERT INTO storefront_kv (store_id, key, value)
  SELECT $1, key, value FROM product WHERE value IS NOT NULL ORDER BY key
  ON CONFLICT (store_id, key) DO UPDATE SET value = EXCLUDED.value, projected_at = now()`;

/**
 * Does what {@link sendProjection} does, for less of the work, for products that this very transaction has made: no collection holds
 * them, and nobody else sees them before it ends. The call moves the generation.
 */
export function sendNewProducts(tx: Transaction, storeId: string, auditId: string, ids: readonly string[]): void {
  tx.send(PROJECT_NEW, [storeId, auditId, JSON.stringify(ids)]);
}

/** True if a thing of that name is shown with another one, of which the row is not held by whoever changes the part. */
export const isPartOfOther = (name: string): boolean => name.startsWith(`${media.prefix}_`) || isValueSet(name);
const isValueSet = (name: string): boolean => name.startsWith(`${valueSet.prefix}_`);

const holdProducts = (stated: string): string => `
  WITH asked AS MATERIALIZED (${owned(`(${stated}) AS changed`)})
  SELECT FROM catalog_product WHERE store_id = $1 AND id IN (${PRODUCTS_OF_ASKED}) ORDER BY id FOR NO KEY UPDATE`;

const HOLD_WHOLES = holdProducts('SELECT unnest($2::text[]) AS name');

/** Collections and the store are projected by whoever holds the row of the store. */
const HOLD_STORE_OF = `
  SELECT FROM store WHERE id = $1 AND EXISTS (
    SELECT FROM metafield_values WHERE store_id = $1 AND id = ANY ($2::text[]) AND NOT (owner_id ^@ 'prd_' OR owner_id ^@ 'var_'))
  FOR NO KEY UPDATE`;

/**
 * Holds the things that show these parts. A projection is of the moment at which its statement begins: of two calls that change parts of one
 * thing, each would write it without the change of the other. So the second one begins behind the end of the first.
 */
export function holdWholes(tx: Transaction, storeId: string, parts: readonly string[]): void {
  tx.send(HOLD_WHOLES, [storeId, parts]);
  if (parts.some(isValueSet)) tx.send(HOLD_STORE_OF, [storeId, parts]);
}

const HOLD_MARKED = holdProducts(`
  SELECT m.name FROM storefront_mark m WHERE m.store_id = $1 AND (m.name ^@ '${media.prefix}_' OR m.name ^@ '${valueSet.prefix}_')
    AND EXISTS (SELECT FROM store WHERE id = $1 AND moved_by = $2)`);

/** Does what {@link holdWholes} does for the parts that are marked, if the call moved the generation and is to project them. */
export function holdMarked(tx: Transaction, storeId: string, auditId: string): void {
  tx.send(HOLD_MARKED, [storeId, auditId]);
}

const MARK =
  'INSERT INTO storefront_mark (store_id, name, audit_id) SELECT $1, name, $2 FROM unnest($3::text[]) AS name';

/** Sends marks of these names: the next bump projects them. */
export function sendMarks(tx: Transaction, storeId: string, auditId: string, names: readonly string[]): void {
  tx.send(MARK, [storeId, auditId, names]);
}

const AWAIT_MOVE = `
  SELECT FROM store WHERE id = $1 AND EXISTS (SELECT FROM storefront_mark WHERE store_id = $1) FOR NO KEY UPDATE`;

/** Waits for whoever projects what is marked, so that they and this call do not miss each other's change of one thing. */
export function awaitMove(tx: Transaction, storeId: string): void {
  tx.send(AWAIT_MOVE, [storeId]);
}

/** Differences between the projection and the shop, as far as one look goes. */
export interface Differences {
  /** Identifiers, and keys that nothing has any more. */
  readonly names: readonly string[];
  /** Keys that would be written or removed. */
  readonly changed: number;
  /** By how much the number of keys would grow. */
  readonly growth: number;
}

/** Some keys of the projection, held against what they stand for. */
export interface KeysSeen extends Differences {
  readonly keys: number;
  readonly last: string | null;
}

const SEE_KEYS = `
  WITH page AS MATERIALIZED (
    SELECT key, value, value ->> 'id' AS name FROM storefront_kv WHERE store_id = $1 AND key > $2 ORDER BY key LIMIT $3
  ),
  wanted AS MATERIALIZED (${Object.keys(kinds)
    .map((kind) => shownAs(kind as keyof typeof kinds, 'page'))
    .join(' UNION ALL ')}),
  wrong AS MATERIALIZED (
    SELECT page.key, page.name, wanted.value IS NULL AS gone
    FROM page LEFT JOIN wanted ON wanted.key = page.key AND wanted.id = page.name
    WHERE wanted.value IS DISTINCT FROM page.value
  )
  SELECT (SELECT count(*) FROM page) AS keys, (SELECT max(key) FROM page) AS last, (SELECT count(*) FROM wrong) AS changed,
    -(SELECT count(*) FROM wrong WHERE gone) AS growth,
    ARRAY(SELECT name FROM wrong WHERE name IS NOT NULL UNION SELECT key FROM wrong WHERE gone) AS names`;

/** Holds a page of the projection against the shop. @param after the last key of the page before @param limit keys at most */
export async function seeKeys(db: Queryable, storeId: string, after: string, limit: number): Promise<KeysSeen> {
  const [seen] = await db.query<KeysSeen>(SEE_KEYS, [storeId, after, limit]);
  return seen as KeysSeen;
}

/** Some things of one kind that are shown, and those of them whose key is missing. */
interface ThingsSeen {
  readonly names: readonly string[];
  readonly last: readonly [at: string, id: string] | null;
}

const seeThings = (page: string): string => `
  WITH page AS MATERIALIZED (${page})
  SELECT ARRAY(SELECT id FROM page WHERE ${projected('page.key')} IS NULL) AS names,
    (SELECT json_build_array(at, id) FROM page ORDER BY place DESC LIMIT 1) AS last`;

const byId = (table: string, key: string): string =>
  seeThings(`
    SELECT id, ${key} AS key, '' AS at, row_number() OVER (ORDER BY id) AS place FROM ${table}
    WHERE store_id = $1 AND status = 'active' AND $2::text IS NOT NULL AND id > $3 ORDER BY id LIMIT $4`);

/** The page of products goes by the index of a sort: one by their identifiers would read those of all stores. */
const SEE_THINGS = {
  category: byId('catalog_category', `'category:' || id`),
  collection: byId('catalog_collection', `'collection:' || handle`),
  product: seeThings(`
    SELECT id, 'product:' || handle AS key, created_at::text AS at, row_number() OVER (ORDER BY created_at, id) AS place
    FROM catalog_product WHERE store_id = $1 AND status = 'active' AND (created_at, id) > ($2::text::timestamptz, $3)
    ORDER BY created_at, id LIMIT $4`),
  store: seeThings(
    `SELECT id, 'store' AS key, '' AS at, 1 AS place FROM store WHERE id = $1 AND ($2::text, $3::text, $4::int) IS NOT NULL AND $3 = ''`,
  ),
  design: seeThings(
    `SELECT id, 'design' AS key, '' AS at, 1 AS place FROM design_live WHERE store_id = $1 AND ($2::text, $3::text, $4::int) IS NOT NULL AND $3 = ''`,
  ),
};

export type ThingKind = keyof typeof SEE_THINGS;
export const thingKinds = Object.keys(SEE_THINGS) as ThingKind[];

/** Looks which things of a page have no key. @param after of the page before @param limit things at most */
export async function seeMissing(
  db: Queryable,
  storeId: string,
  kind: ThingKind,
  after: readonly [at: string, id: string],
  limit: number,
): Promise<ThingsSeen> {
  const [seen] = await db.query<ThingsSeen>(SEE_THINGS[kind], [storeId, ...after, limit]);
  return seen as ThingsSeen;
}

/** The place before the first product. */
export const START: readonly [at: string, id: string] = ['-infinity', ''];

const HOLD_PRODUCTS =
  'SELECT FROM catalog_product WHERE store_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR NO KEY UPDATE';
const HOLD_CATEGORIES =
  'SELECT FROM catalog_category WHERE store_id = $1 AND id = ANY($2::text[]) ORDER BY id FOR NO KEY UPDATE';

const HOLD_DESIGN = 'SELECT FROM design_live WHERE store_id = $1 AND id = ANY($2::text[]) FOR NO KEY UPDATE';

/** The row that a call changes when it moves the generation. */
const HOLD_STORE = 'SELECT FROM store WHERE id = $1 FOR NO KEY UPDATE';

/**
 * Keeps the projection of these names from changing until the transaction ends. Some things change without a bump, so their rows are held.
 * The row of the store keeps everybody else from moving the generation; it comes last, as in every other call.
 */
export function holdShown(tx: Transaction, storeId: string, names: readonly string[]): void {
  tx.send(HOLD_PRODUCTS, [storeId, names]);
  tx.send(HOLD_CATEGORIES, [storeId, names]);
  tx.send(HOLD_DESIGN, [storeId, names]);
  tx.send(HOLD_STORE, [storeId]);
}

/** Keys that a projection of some names would write or remove, with what is marked. */
export interface Differing {
  readonly changed: number;
  /** Keys that there are before it, and then. */
  readonly before: number;
  readonly keys: number;
}

/** Asks what {@link PROJECT} would do, and does none of it. */
const COUNT = `
  WITH stated AS MATERIALIZED (
    SELECT jsonb_array_elements_text($2::jsonb) AS name UNION SELECT name FROM storefront_mark WHERE store_id = $1),
  asked AS MATERIALIZED (SELECT DISTINCT owned.name FROM (${owned('stated AS changed')}) AS owned),
  ${WANTED},
  removed AS (SELECT FROM storefront_kv WHERE store_id = $1 AND key = ANY (ARRAY(${GONE}))),
  written AS (SELECT ${projected('wanted.key')} IS NULL AS new FROM wanted WHERE ${WRITTEN}),
  counted AS (
    SELECT (SELECT count(*) FROM removed) AS removed, (SELECT count(*) FROM storefront_kv WHERE store_id = $1) AS before,
      count(*) AS written, count(*) FILTER (WHERE new) AS new FROM written)
  SELECT removed + written AS changed, before, before + new - removed AS keys FROM counted`;

/** Counts what differs of these names and of what is marked: exact for whoever has called {@link holdShown}. */
export async function countDiffering(tx: Queryable, storeId: string, names: readonly string[]): Promise<Differing> {
  const [differing] = await tx.query<Differing>(COUNT, [storeId, JSON.stringify(names)]);
  return differing as Differing;
}
