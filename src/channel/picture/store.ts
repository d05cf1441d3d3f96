import type { Queryable, Transaction } from '../../kernel/database/database';
import { insertAllInto, rowsAsJson } from '../../kernel/table/table-store';
import { type PictureRow, picture } from './table';

const INSERT = insertAllInto(picture);

export function queuePictures(tx: Transaction, storeId: string, rows: readonly Omit<PictureRow, 'triedBy'>[]): void {
  if (rows.length > 0) tx.send(INSERT, [storeId, rowsAsJson(rows, picture.stated)]);
}

/** For which job pictures are to be fetched, of which channel. */
export interface Fetching {
  readonly id: string;
  readonly extension: string;
}

const UNTRIED = 'store_id = $1 AND extension = $2 AND tried_by IS DISTINCT FROM $3';

/** Whether the job has pictures to fetch: its own, and those that jobs before it left. */
export async function hasPictures(db: Queryable, storeId: string, { extension, id }: Fetching): Promise<boolean> {
  const rows = await db.query(`SELECT FROM channel_picture WHERE ${UNTRIED} LIMIT 1`, [storeId, extension, id]);
  return rows.length > 0;
}

/** Those of the next product that the job has not tried, in their order. @param after the product before */
export const nextPictures = (
  db: Queryable,
  storeId: string,
  { extension, id }: Fetching,
  after: string,
): Promise<PictureRow[]> =>
  db.query<PictureRow>(
    `SELECT ${picture.select()} FROM channel_picture
     WHERE ${UNTRIED} AND product_id = (
       SELECT product_id FROM channel_picture WHERE ${UNTRIED} AND product_id > $4 ORDER BY product_id LIMIT 1)
     ORDER BY position`,
    [storeId, extension, id, after],
  );

/** The product has them. @returns the places of those that nobody had booked before */
export async function bookFetched(
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

/** They could not be had: the next job tries them again. @returns as {@link bookFetched} */
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
