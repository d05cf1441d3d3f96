import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { insertFrom, rowsAsJson } from '../../kernel/table/table-store';
import { type PictureRow, picture, picturedProduct } from './table';

/** A picture that the marketplace shows of a product. */
export type ShownPicture = Omit<PictureRow, 'triedBy'>;

/**
 * `$1` is the store, `$2` the pictures. A product is taken up once: whoever takes its pictures out again does not get them back, and
 * one that has pictures keeps those.
 */
const QUEUED = `shown JOIN new ON new.product_id = shown."productId"
    JOIN catalog_product p ON p.store_id = $1 AND p.id = new.product_id AND p.status = 'active' AND p.media_ids = '{}'`;

const TAKE_UP = `
  WITH shown AS (SELECT row.* FROM json_to_recordset($2::json) AS row(${picture.record})),
  moved AS (
    UPDATE channel_picture p SET url = shown.url FROM shown
    WHERE p.store_id = $1 AND p.extension = shown.extension AND p.product_id = shown."productId"
      AND p.position = shown.position AND p.url <> shown.url),
  new AS (
    INSERT INTO ${picturedProduct.table} (store_id, ${picturedProduct.inserted})
    SELECT DISTINCT $1, extension, "productId" FROM shown
    ON CONFLICT DO NOTHING RETURNING product_id)
  ${insertFrom(picture, QUEUED, 'shown')}
  RETURNING position`;

/**
 * Queues the pictures of products that no import has taken up yet and that have none; where those of others have moved on the
 * marketplace, they are fetched from there.
 * @returns how many are queued
 */
export async function takeUpPictures(
  tx: Transaction,
  storeId: string,
  shown: readonly ShownPicture[],
): Promise<number> {
  if (shown.length === 0) return 0;
  const rows = await tx.query(TAKE_UP, [storeId, rowsAsJson(shown, picture.stated)]);
  return rows.length;
}

/** The job and the channel for which pictures are fetched. */
export interface Fetching {
  readonly id: string;
  readonly extension: string;
}

const UNTRIED = 'store_id = $1 AND extension = $2 AND tried_by IS DISTINCT FROM $3';

/** True if the job has pictures to fetch: its own, and those that earlier jobs left. */
export async function hasPictures(db: Queryable, storeId: string, { extension, id }: Fetching): Promise<boolean> {
  const rows = await db.query(`SELECT FROM channel_picture WHERE ${UNTRIED} LIMIT 1`, [storeId, extension, id]);
  return rows.length > 0;
}

/**
 * The pictures of the next product that the job has not tried, in their order.
 * @param from the product before, of which some may be left
 */
export const nextPictures = (
  db: Queryable,
  storeId: string,
  { extension, id }: Fetching,
  from: string,
): Promise<PictureRow[]> =>
  db.query<PictureRow>(
    `SELECT ${picture.select()} FROM channel_picture
     WHERE ${UNTRIED} AND product_id = (
       SELECT product_id FROM channel_picture WHERE ${UNTRIED} AND product_id >= $4 ORDER BY product_id LIMIT 1)
     ORDER BY position`,
    [storeId, extension, id, from],
  );

/** Addresses of a few pictures of products behind `after`: each of another. */
export async function otherPictures(
  db: Queryable,
  storeId: string,
  { extension, id }: Fetching,
  after: string,
): Promise<string[]> {
  const rows = await db.query<{ url: string }>(
    `SELECT DISTINCT ON (product_id) url FROM channel_picture WHERE ${UNTRIED} AND product_id > $4
     ORDER BY product_id, position LIMIT 3`,
    [storeId, extension, id, after],
  );
  return rows.map(({ url }) => url);
}

/** The product has them, or will never: nothing is to be done about them. @returns the places of those that nobody had booked before */
export async function bookDone(
  tx: Transaction,
  storeId: string,
  { extension, id }: Fetching,
  productId: string,
  positions: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ position: number }>(
    `DELETE FROM channel_picture WHERE ${UNTRIED} AND product_id = $4 AND position = ANY($5) RETURNING position`,
    [storeId, extension, id, productId, positions],
  );
  return rows.map(({ position }) => position);
}

/** Notes pictures that could not be fetched: the next job tries them again. @returns as {@link bookDone} */
export async function bookFailed(
  tx: Transaction,
  storeId: string,
  { extension, id }: Fetching,
  productId: string,
  positions: readonly number[],
): Promise<number[]> {
  const rows = await tx.query<{ position: number }>(
    `UPDATE channel_picture SET tried_by = $3 WHERE ${UNTRIED} AND product_id = $4 AND position = ANY($5)
     RETURNING position`,
    [storeId, extension, id, productId, positions],
  );
  return rows.map(({ position }) => position);
}

/** None of those that are left is tried by the job. @returns how many they are */
export async function leaveRest(tx: Transaction, storeId: string, { extension, id }: Fetching): Promise<number> {
  const [left] = await tx.query<{ count: number }>(
    `WITH rest AS (UPDATE channel_picture SET tried_by = $3 WHERE ${UNTRIED} RETURNING position)
     SELECT count(*)::int AS count FROM rest`,
    [storeId, extension, id],
  );
  return left?.count ?? 0;
}
