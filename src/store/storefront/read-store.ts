import type { Queryable, StoreReader } from '../../kernel/database/queryable';

/*
 * This module alone reads the projection for those who show the shop. `../projection-store.ts` writes its keys and values. One statement
 * answers a page.
 */

/** Kinds of things that the projection has by their names: handles, and the identifiers of categories. */
export type ShownKind = 'category' | 'collection' | 'product';

/** SQL of a value as it is answered by itself. A collection tells how many products it has; they are a list of their own. */
const TOLD = `
  CASE WHEN k.key ^@ 'collection:'
    THEN k.value - 'products' || jsonb_build_object('productCount', jsonb_array_length(k.value -> 'products'))
    ELSE k.value END::text`;

const ONE = `SELECT k.key, ${TOLD} AS json FROM storefront_kv k WHERE k.store_id = $1 AND k.key = $2`;

/** A thing of the projection. */
export interface Shown {
  readonly key: string;
  /** The value as it is answered. */
  readonly json: string;
}

/** @returns undefined of what is not shown */
export const findShown = (db: StoreReader, kind: ShownKind, name: string): Promise<Shown | undefined> =>
  db.rowByKey<Shown>(ONE, `${kind}:${name}`);

/** @returns undefined where there is no such store */
export const findShownStore = (db: StoreReader): Promise<Shown | undefined> => db.rowByKey<Shown>(ONE, 'store');

/** SQL of a product of a list, `k` being its row: with one picture, and without its description, which may be long. */
export const LISTED = `(k.value - 'description' - 'media' || jsonb_build_object('picture', k.value -> 'media' -> 0))::text`;

/** A page hangs on the row that it is a page of: an empty page has that row, and a page of nothing has none. */
const pageOf = (whole: string, json: string, narrowed = ''): string => `
  SELECT page.key, page.json FROM storefront_kv whole LEFT JOIN LATERAL (
    SELECT k.key, ${json} AS json FROM storefront_kv k
    WHERE k.store_id = $1 AND k.key > $2 AND k.key < $3 ${narrowed} ORDER BY k.key LIMIT $4) page ON true
  WHERE whole.store_id = $1 AND whole.key = ${whole} ORDER BY page.key`;

const PAGES: Readonly<Record<ShownKind, string>> = {
  category: pageOf(`'store'`, TOLD),
  collection: pageOf(`'store'`, TOLD),
  product: pageOf(`'store'`, LISTED),
};

const OF_CATEGORY = pageOf(`'store'`, LISTED, 'AND k.category_id = $5');

type PageRow = Shown | { readonly key: null; readonly json: null };

const rowsOf = (found: readonly PageRow[]): readonly Shown[] | undefined =>
  found.length === 0 ? undefined : found.filter((row): row is Shown => row.key !== null);

/**
 * Reads things of one kind, in the order of their names.
 * @param after the key of the last one of the page before @param categoryId of products: those of this category
 * @returns undefined where there is no such store
 */
export async function listShown(
  db: Queryable,
  storeId: string,
  kind: ShownKind,
  { after, most, categoryId }: { readonly after: string | null; readonly most: number; readonly categoryId?: string },
): Promise<readonly Shown[] | undefined> {
  // ';' follows ':' in the order of bytes, in which the keys are.
  const bounds = [storeId, after ?? `${kind}:`, `${kind};`, most];
  return rowsOf(
    kind === 'product' && categoryId !== undefined
      ? await db.query<PageRow>(OF_CATEGORY, [...bounds, categoryId])
      : await db.query<PageRow>(PAGES[kind], bounds),
  );
}

/** A product in the place that a collection gives it. */
export interface Member {
  readonly place: number;
  readonly handle: string;
  /** null: it is shown no more, and the collection not yet without it. */
  readonly json: string | null;
}

/**
 * The page goes on behind the last product of the page before, wherever that stands by now. If it has left, the page begins at its old
 * place. Places are limited before their products are looked up, since a collection may have thousands.
 */
const OF_COLLECTION = `
  SELECT page.* FROM storefront_kv c LEFT JOIN LATERAL (
    SELECT member.place::int AS place, member.handle, p.json
    FROM (
      SELECT listed.handle, listed.place FROM jsonb_array_elements_text(c.value -> 'products') WITH ORDINALITY AS listed(handle, place)
      WHERE listed.place > coalesce((
        SELECT last.place FROM jsonb_array_elements_text(c.value -> 'products') WITH ORDINALITY AS last(handle, place)
        WHERE last.handle = $4), $3::int - 1)
      ORDER BY listed.place LIMIT $5) AS member
    LEFT JOIN LATERAL (
      SELECT ${LISTED} AS json FROM storefront_kv k WHERE k.store_id = $1 AND k.key = 'product:' || member.handle OFFSET 0) p ON true
    ) page ON true
  WHERE c.store_id = $1 AND c.key = 'collection:' || $2 ORDER BY page.place`;

/**
 * Reads the products of a collection, in its order.
 * @param after place and handle of the last one of the page before @returns undefined where no such collection is shown
 */
export async function listMembers(
  db: Queryable,
  storeId: string,
  handle: string,
  after: readonly [place: number, handle: string] | null,
  most: number,
): Promise<readonly Member[] | undefined> {
  const [place, last] = after ?? [1, null];
  type Row = Member | { readonly place: null };
  const found = await db.query<Row>(OF_COLLECTION, [storeId, handle, place, last, most]);
  return found.length === 0 ? undefined : found.filter((row): row is Member => row.place !== null);
}
