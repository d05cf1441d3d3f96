import type { Queryable, Transaction } from '../../kernel/database';
import { refuse } from '../../kernel/errors';
import type { Titled } from '../../kernel/references';
import type { UploadRow } from './view';

const COLUMNS = 'id, type, size, digest, object, created_at AS "createdAt", expires_at AS "expiresAt"';

const INSERT = `
  INSERT INTO media_upload (store_id, id, type, size, digest, object, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`;

export function insertUpload(tx: Transaction, storeId: string, upload: UploadRow): void {
  const { id, type, size, digest, object, createdAt, expiresAt } = upload;
  tx.send(INSERT, [storeId, id, type, size, digest, object, createdAt, expiresAt]);
}

const FIND = `SELECT ${COLUMNS} FROM media_upload WHERE store_id = $1 AND id = $2 AND expires_at > $3`;

/** @throws {Refusal} not_found, also of one that has expired */
export async function getUpload(db: Queryable, storeId: string, uploadId: string, now: Date): Promise<UploadRow> {
  const [row] = await db.query<UploadRow>(FIND, [storeId, uploadId, now]);
  return row ?? refuse('not_found', 'There is no such upload, or it has expired.');
}

const WAITING = `
  SELECT coalesce(sum(u.size), 0)::float8 AS bytes FROM media_upload u
  WHERE u.store_id = $1 AND NOT EXISTS (SELECT 1 FROM media m WHERE m.store_id = u.store_id AND m.digest = u.digest)`;

/** Bytes of uploads that nobody has committed. */
export async function waitingBytes(db: Queryable, storeId: string): Promise<number> {
  const [row] = await db.query<{ bytes: number }>(WAITING, [storeId]);
  return row?.bytes ?? 0;
}

const DELETE_EXPIRED = `
  DELETE FROM media_upload WHERE store_id = $1 AND id IN (
    SELECT id FROM media_upload WHERE store_id = $1 AND expires_at <= $2 ORDER BY expires_at LIMIT $3)
  RETURNING ${COLUMNS}`;

export const deleteExpiredUploads = (
  tx: Transaction,
  storeId: string,
  now: Date,
  limit: number,
): Promise<UploadRow[]> => tx.query<UploadRow>(DELETE_EXPIRED, [storeId, now, limit]);

const TITLES = `
  SELECT id, upper(split_part(type, '/', 2)) || ' · ' || ceil(size / 1024.0) || ' KiB' AS title
  FROM media_upload WHERE store_id = $1 AND id = ANY($2)`;

/** Looks up what kind of pictures were brought, and how large they are: they have no name yet. */
export const uploadTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);
