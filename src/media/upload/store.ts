import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import type { Picture } from '../../kernel/objects/pictures';
import type { Titled } from '../../kernel/table/references';
import { insertsInto, touchWritten } from '../../kernel/table/table-store';
import { type UploadRow, upload, type WaitingRow } from './table';
import { uploadTitle, waitingPath } from './view';

export const { insert: insertUpload } = insertsInto(upload);

const COLUMNS = upload.select();

const LOCK = `SELECT ${COLUMNS} FROM media_upload WHERE store_id = $1 AND id = $2 FOR UPDATE`;

/** @throws {Refusal} not_found */
export async function lockUpload(tx: Transaction, storeId: string, uploadId: string): Promise<UploadRow> {
  const [row] = await tx.query<UploadRow>(LOCK, [storeId, uploadId]);
  return row ?? refuse('not_found', 'There is no such upload, or it has expired.');
}

const CONSUME = 'UPDATE media_upload SET object = NULL WHERE store_id = $1 AND id = $2';

/** Its bytes are those of a media file from now on, or nobody's: it waits no longer. */
export function consumeUpload(tx: Transaction, storeId: string, before: UploadRow): void {
  touchWritten(tx, upload, before, { ...before, object: null });
  tx.send(CONSUME, [storeId, before.id]);
}

const DELETE = 'DELETE FROM media_upload WHERE store_id = $1 AND id = $2';

export function deleteUpload(tx: Transaction, storeId: string, uploadId: string): void {
  tx.send(DELETE, [storeId, uploadId]);
}

const LIST = `
  SELECT ${COLUMNS} FROM media_upload
  WHERE store_id = $1 AND object IS NOT NULL AND ($2::text IS NULL OR id < $2)
  ORDER BY id DESC LIMIT $3`;

/** Lists the waiting uploads, newest first. @param before id of the last row of the page before */
export const listUploads = (
  db: Queryable,
  storeId: string,
  before: string | null,
  limit: number,
): Promise<WaitingRow[]> => db.query<WaitingRow>(LIST, [storeId, before, limit]);

const WAITING = `
  SELECT ${COLUMNS} FROM media_upload
  WHERE store_id = $1 AND id = $2 AND object IS NOT NULL`;

/** Reads an upload that waits. @throws {Refusal} not_found */
export async function readWaiting(db: Queryable, storeId: string, uploadId: string): Promise<WaitingRow> {
  const [row] = await db.query<WaitingRow>(WAITING, [storeId, uploadId]);
  return row ?? refuse('not_found', 'There is no such upload, or it waits no longer.');
}

const SERVED = 'SELECT type, size FROM media_upload WHERE store_id = $1 AND object = $2';

/** Finds the upload that waits under that name; undefined: there is none. */
export async function findWaiting(
  db: Queryable,
  storeId: string,
  object: string,
): Promise<Pick<UploadRow, 'type' | 'size'> | undefined> {
  const [row] = await db.query<Pick<UploadRow, 'type' | 'size'>>(SERVED, [storeId, object]);
  return row;
}

export const UPLOADS_EXPIRED_AT_ONCE = 100;

const EXPIRED = `
  SELECT id FROM media_upload WHERE store_id = $1 AND expires_at <= $2 AND id > $3 ORDER BY id LIMIT $4
  FOR UPDATE SKIP LOCKED`;

/** Ids of those whose time has come, and that nobody else is at, in order. @param after the last of those before */
export async function findExpiredUploads(
  tx: Transaction,
  storeId: string,
  now: Date,
  after: string,
): Promise<string[]> {
  const rows = await tx.query<Pick<UploadRow, 'id'>>(EXPIRED, [storeId, now, after, UPLOADS_EXPIRED_AT_ONCE]);
  return rows.map(({ id }) => id);
}

const DELETE_EXPIRED = `
  DELETE FROM media_upload WHERE store_id = $1 AND expires_at <= $2 AND id = ANY($3) RETURNING ${COLUMNS}`;

/** @returns those whose time has come by `now` */
export const deleteExpiredUploads = (
  tx: Transaction,
  storeId: string,
  now: Date,
  ids: readonly string[],
): Promise<UploadRow[]> => tx.query<UploadRow>(DELETE_EXPIRED, [storeId, now, ids]);

const KINDS = 'SELECT id, type, size FROM media_upload WHERE store_id = $1 AND id = ANY($2)';

/** Looks up what kind of pictures were brought, and how large they are: they have no name yet. */
export async function uploadTitles(db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> {
  const rows = await db.query<Pick<UploadRow, 'id' | 'type' | 'size'>>(KINDS, [storeId, ids]);
  return rows.map(({ id, type, size }) => ({ id, title: uploadTitle(type, size) }));
}

const OBJECTS = 'SELECT id, object FROM media_upload WHERE store_id = $1 AND id = ANY($2) AND object IS NOT NULL';

/** Looks up those that wait: what was brought is seen before it is decided on. */
export async function uploadPictures(db: Queryable, storeId: string, ids: readonly string[]): Promise<Picture[]> {
  const rows = await db.query<Pick<WaitingRow, 'id' | 'object'>>(OBJECTS, [storeId, ids]);
  return rows.map((row) => ({ id: row.id, path: waitingPath(storeId, row), open: false }));
}
