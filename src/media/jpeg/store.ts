import type { Queryable } from '../../kernel/database/queryable';
import { insertFrom, rowsAsJson } from '../../kernel/table/table-store';
import type { MediaState } from '../image/aggregate';
import type { ServedFile } from '../image/store';
import { mediaJpeg } from '../image/table';

/** A picture, and what it is as JPEG. */
export interface JpegOf {
  readonly mediaId: string;
  readonly state: MediaState;
  /** The bytes of the file that was brought. */
  readonly original: string;
  /** null: it is not drawn yet. */
  readonly jpeg: string | null;
}

const FIND = `
  SELECT m.id AS "mediaId", m.state, m.object AS original, j.object AS jpeg
  FROM media m LEFT JOIN media_jpeg j ON j.store_id = m.store_id AND j.media_id = m.id
  WHERE m.store_id = $1 AND m.id = ANY ($2)`;

/** Reads those of these pictures that there are. */
export async function jpegsOf(
  db: Queryable,
  storeId: string,
  mediaIds: readonly string[],
): Promise<ReadonlyMap<string, JpegOf>> {
  if (mediaIds.length === 0) return new Map();
  const rows = await db.query<JpegOf>(FIND, [storeId, mediaIds]);
  return new Map(rows.map((row) => [row.mediaId, row]));
}

/** The first one stays where two drew at once: its address may have been told. The file may be gone by now. */
const KEEP = `
  ${insertFrom(
    mediaJpeg,
    `json_to_recordset($2::json) AS row(${mediaJpeg.record}) JOIN media m ON m.store_id = $1 AND m.id = row."mediaId"`,
    'row',
  )} ON CONFLICT (store_id, media_id) DO NOTHING`;

export async function keepJpeg(
  db: Queryable,
  storeId: string,
  row: { readonly mediaId: string; readonly object: string; readonly size: number },
): Promise<void> {
  await db.query(KEEP, [storeId, rowsAsJson([row], mediaJpeg.stated)]);
}

const SERVED = `SELECT 'image/jpeg' AS type, size FROM media_jpeg WHERE store_id = $1 AND object = $2`;

/** Reads what an object is served as to everybody; undefined: it is no such picture. */
export async function findJpeg(db: Queryable, storeId: string, object: string): Promise<ServedFile | undefined> {
  const [row] = await db.query<ServedFile>(SERVED, [storeId, object]);
  return row;
}
