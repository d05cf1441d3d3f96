import type { Queryable, StoreReader } from '../../kernel/database/queryable';
import { insertInto } from '../../kernel/table/table-store';
import type { RemoteAttribute } from '../../provider/channel/reference';
import { type ReferenceRow, reference } from './table';

type Kept = Pick<ReferenceRow, 'answer' | 'asOf'>;

/** Reads the last answer of a marketplace about a subject. */
export async function keptReference(
  db: StoreReader,
  storeId: string,
  extension: string,
  subject: string,
): Promise<Kept | undefined> {
  const [row] = await db.query<Kept>(
    `SELECT answer, as_of AS "asOf" FROM channel_reference WHERE store_id = $1 AND extension = $2 AND subject = $3`,
    [storeId, extension, subject],
  );
  return row;
}

/** The later answer stays where two were asked for at once. */
const KEEP = `${insertInto(reference)}
  ON CONFLICT (store_id, extension, subject) DO UPDATE SET answer = excluded.answer, as_of = excluded.as_of
  WHERE channel_reference.as_of < excluded.as_of`;

export async function keepReference(books: Queryable, storeId: string, row: ReferenceRow): Promise<void> {
  await books.query(KEEP, [storeId, ...reference.values(row)]);
}

const KEPT =
  'SELECT subject, answer FROM channel_reference WHERE store_id = $1 AND extension = $2 AND subject = ANY ($3)';

/** Reads the stored ones of these attributes, by category. */
export async function keptAttributes(
  db: Queryable,
  storeId: string,
  extension: string,
  categoryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RemoteAttribute[]>> {
  const subjects = new Map(categoryIds.map((categoryId) => [`attributes/${categoryId}`, categoryId]));
  const rows = await db.query<{ subject: string; answer: readonly RemoteAttribute[] }>(KEPT, [
    storeId,
    extension,
    [...subjects.keys()],
  ]);
  return new Map(rows.map(({ subject, answer }) => [subjects.get(subject) as string, answer]));
}

const CATEGORIES = `
  SELECT category ->> 'categoryId' AS "categoryId", (category ->> 'isLeaf')::boolean AS "isLeaf"
  FROM channel_reference r LEFT JOIN LATERAL jsonb_array_elements(r.answer) AS category
    ON category ->> 'categoryId' = ANY ($3)
  WHERE r.store_id = $1 AND r.extension = $2 AND r.subject = 'categories'`;

/**
 * Reads which of these are categories, and leaves, of the tree that is kept: it is too long to be read whole for a few.
 * @returns undefined where none is kept
 */
export async function keptCategories(
  db: Queryable,
  storeId: string,
  extension: string,
  categoryIds: readonly string[],
): Promise<ReadonlyMap<string, boolean> | undefined> {
  const rows = await db.query<{ categoryId: string | null; isLeaf: boolean | null }>(CATEGORIES, [
    storeId,
    extension,
    categoryIds,
  ]);
  if (rows.length === 0) return undefined;
  return new Map(
    rows.flatMap(({ categoryId, isLeaf }) => (categoryId === null ? [] : [[categoryId, isLeaf === true]])),
  );
}

const VALUES = `
  WITH asked AS (SELECT DISTINCT * FROM unnest($3::text[], $4::text[]) AS pair(subject, value)),
  kept AS MATERIALIZED (
    SELECT r.subject, r.answer FROM channel_reference r
    WHERE r.store_id = $1 AND r.extension = $2 AND r.subject IN (SELECT subject FROM asked)),
  found AS MATERIALIZED (
    SELECT k.subject, a.value FROM kept k CROSS JOIN LATERAL jsonb_array_elements(k.answer -> 'values') AS v
    JOIN asked a ON a.subject = k.subject AND a.value = v ->> 'valueId')
  SELECT k.subject, jsonb_array_length(k.answer -> 'values') >= (k.answer ->> 'total')::integer AS "isWhole",
    ARRAY(SELECT f.value FROM found f WHERE f.subject = k.subject) AS "valueIds"
  FROM kept k`;

/** Reads which of these values are among those that are kept, by subject. */
export async function keptValues(
  db: Queryable,
  storeId: string,
  extension: string,
  asked: readonly { readonly subject: string; readonly valueId: string }[],
): Promise<ReadonlyMap<string, { readonly isWhole: boolean; readonly valueIds: ReadonlySet<string> }>> {
  if (asked.length === 0) return new Map();
  const rows = await db.query<{ subject: string; isWhole: boolean; valueIds: readonly string[] }>(VALUES, [
    storeId,
    extension,
    asked.map(({ subject }) => subject),
    asked.map(({ valueId }) => valueId),
  ]);
  return new Map(rows.map(({ subject, isWhole, valueIds }) => [subject, { isWhole, valueIds: new Set(valueIds) }]));
}
