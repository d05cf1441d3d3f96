import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Picture } from '../../kernel/objects/pictures';
import { storeOf } from '../../kernel/table/aggregate-store';
import type { Titled } from '../../kernel/table/references';
import { insertAllInto, insertsInto, rowsAsJson, touchWritten } from '../../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import { awaitsAvif, type MediaRow, type MediaState, media, uniqueDigest } from './aggregate';
import type { MediaVariantsInput } from './contract';
import { isNearlyFull, type MediaShare } from './share';
import { mediaVariant, type VariantRow } from './table';
import { variantPath } from './view';

export const { save: saveMedia } = storeOf(media);

const VARIANTS = `(
  SELECT coalesce(json_agg(${mediaVariant.json('v')} ORDER BY v.width, v.format DESC), '[]')
  FROM media_variant v WHERE v.store_id = m.store_id AND v.media_id = m.id)`;

const COLUMNS = `${media.select('m')}, ${VARIANTS} AS variants`;

const { insertNew } = insertsInto(media);

/** Kept with the items of proposals, so it stays as it is. */
const MEDIA_SHARE = 'media_share';

/** @returns false when the store has a file of the same bytes */
export function insertMedia(tx: Transaction, storeId: string, row: MediaRow, now: Date): Promise<boolean> {
  tx.touch?.('writes', MEDIA_SHARE);
  return insertNew(tx, storeId, row, now);
}

const LOCK_DIGEST = 'SELECT id FROM media WHERE store_id = $1 AND digest = $2 FOR UPDATE';

/** Locks the file of these bytes; undefined: there is none, or no longer. */
export async function lockMediaOf(tx: Transaction, storeId: string, digest: string): Promise<MediaRow | undefined> {
  uniqueDigest.touch(tx, 'claims', [digest]);
  const [locked] = await tx.query<{ id: string }>(LOCK_DIGEST, [storeId, digest]);
  return locked && findMedia(tx, storeId, locked.id);
}

const BY_ID = `SELECT ${COLUMNS} FROM media m WHERE m.store_id = $1 AND m.id = $2`;

export async function findMedia(db: Queryable, storeId: string, mediaId: string): Promise<MediaRow | undefined> {
  const [row] = await db.query<MediaRow>(BY_ID, [storeId, mediaId]);
  return row;
}

const LOCK = 'SELECT 1 FROM media WHERE store_id = $1 AND id = $2 FOR UPDATE';

/**
 * Locks a media file, then reads it. In one statement, a lock that waits would leave out the variants that were written meanwhile: they
 * are rows of another table.
 */
export async function lockMedia(tx: Transaction, storeId: string, mediaId: string): Promise<MediaRow | undefined> {
  const [locked] = await tx.query<object>(LOCK, [storeId, mediaId]);
  return locked && findMedia(tx, storeId, mediaId);
}

const DELETE = 'DELETE FROM media WHERE store_id = $1 AND id = $2';

/** With its variants. The objects are nobody's then, and are swept. */
export function deleteMedia(tx: Transaction, storeId: string, row: MediaRow): void {
  touchWritten(tx, media, row, null);
  tx.touch?.('writes', MEDIA_SHARE);
  tx.send(DELETE, [storeId, row.id]);
}

const SAVE_DRAWN = `
  UPDATE media SET state = $3, failure = $4, width = $5, height = $6, updated_at = $7, awaits_avif = $8
  WHERE store_id = $1 AND id = $2`;

/** Writes what became of the picture, and whether a workflow has more to do about it. @param row locked */
export function saveDrawn(tx: Transaction, storeId: string, row: MediaRow, now: Date): void {
  const { id, state, failure, width, height } = row;
  tx.send(SAVE_DRAWN, [storeId, id, state, failure, width, height, now, awaitsAvif(row)]);
}

const INSERT_VARIANTS = insertAllInto(mediaVariant);

export function insertVariants(
  tx: Transaction,
  storeId: string,
  mediaId: string,
  variants: readonly VariantRow[],
): void {
  const rows = variants.map((variant) => ({ ...variant, mediaId }));
  tx.send(INSERT_VARIANTS, [storeId, rowsAsJson(rows, mediaVariant.stated)]);
}

const SHARE = 'SELECT files, bytes::float8 AS bytes FROM media_share WHERE store_id = $1';

/**
 * Counts the share of a store with the files that the transaction has added: it waits for no other count of the store, and all others for
 * it.
 */
export async function mediaShare(
  tx: Transaction,
  storeId: string,
  bounds: Parameters<typeof isNearlyFull>[1],
): Promise<MediaShare> {
  const [share = { files: 0, bytes: 0 }] = await tx.query<MediaShare>(SHARE, [storeId]);
  if (isNearlyFull(share, bounds)) tx.touch?.('reads', MEDIA_SHARE);
  return share;
}

const TITLES = 'SELECT id, name AS title FROM media WHERE store_id = $1 AND id = ANY($2) AND name IS NOT NULL';

/** Looks up what files are called, those that have a name. */
export const mediaTitles = (db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> =>
  db.query<Titled>(TITLES, [storeId, ids]);

const SMALLEST = `
  SELECT DISTINCT ON (media_id) media_id AS id, format, object FROM media_variant
  WHERE store_id = $1 AND media_id = ANY($2) AND format = 'webp' ORDER BY media_id, width`;

/** Looks up the smallest drawing of those that were drawn. */
export async function mediaPictures(db: Queryable, storeId: string, ids: readonly string[]): Promise<Picture[]> {
  const rows = await db.query<Pick<VariantRow, 'format' | 'object'> & { id: string }>(SMALLEST, [storeId, ids]);
  return rows.map((row) => ({ id: row.id, path: variantPath(storeId, row), open: true }));
}

// As variantPath has it.
const PATH = `'/media/' || v.store_id || '/' || v.object || '.' || v.format`;

const DRAWINGS = `(
  SELECT coalesce(json_agg(json_build_object(${mediaVariant.projected('v')}, 'url', ${PATH}) ORDER BY v.width, v.format DESC), '[]')
  FROM media_variant v WHERE v.store_id = m.store_id AND v.media_id = m.id)`;

/**
 * SQL of a JSON array of pictures as they are shown of a thing that names them; `$1` is the store.
 * @param ids SQL of their identifiers, as an array @param alts SQL of the texts in the same places
 */
export const picturesAsJson = (ids: string, alts: string): string => `
  CASE WHEN ${ids} = '{}' THEN '[]'::json ELSE (
    SELECT coalesce(json_agg(json_build_object('mediaId', m.id, ${media.projected('m')},
      'variants', ${DRAWINGS}, 'alt', (${alts})[place]) ORDER BY place), '[]')
    FROM generate_subscripts(${ids}, 1) AS place CROSS JOIN LATERAL (
      SELECT store_id, id, state, width, height FROM media WHERE store_id = $1 AND id = (${ids})[place] OFFSET 0) m) END`;

/** SQL of the first of such pictures as lists show it, or null. */
export const firstPictureAsJson = (ids: string, alts: string): string => `
  CASE WHEN ${ids} <> '{}' THEN (
    SELECT json_build_object('mediaId', m.id, 'width', m.width, 'height', m.height, 'url', (
      SELECT ${PATH} FROM media_variant v
      WHERE v.store_id = m.store_id AND v.media_id = m.id AND v.format = 'webp' ORDER BY v.width LIMIT 1), 'alt', (${alts})[1])
    FROM media m WHERE m.store_id = $1 AND m.id = (${ids})[1]) END`;

const STATES = 'SELECT id, state FROM media WHERE store_id = $1 AND id = ANY($2) ORDER BY id FOR KEY SHARE';

/** The state of those files that there are. None of them goes before the transaction ends, see isMediaUsed. */
export async function holdMedia(
  tx: Transaction,
  storeId: string,
  ids: readonly string[],
): Promise<Map<string, MediaState>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Pick<MediaRow, 'id' | 'state'>>(STATES, [storeId, ids]);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

const SEEN_STATES = 'SELECT id, state FROM media WHERE store_id = $1 AND id = ANY($2)';

/** The state of those files that there are at this moment. */
export async function mediaStates(
  db: Queryable,
  storeId: string,
  ids: readonly string[],
): Promise<Map<string, MediaState>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<Pick<MediaRow, 'id' | 'state'>>(SEEN_STATES, [storeId, ids]);
  return new Map(rows.map(({ id, state }) => [id, state]));
}

const LIST = `
  SELECT ${COLUMNS} FROM media m
  WHERE m.store_id = $1 AND ($2::text IS NULL OR m.state = $2) AND ($3::text IS NULL OR m.id < $3)
    AND ($5::text IS NULL OR m.name_words LIKE ALL (ARRAY(
      SELECT '%' || word || '%' FROM regexp_split_to_table(title_words($5), ' ') AS word)))
  ORDER BY m.id DESC LIMIT $4`;

export interface MediaFilter {
  readonly state?: MediaState | undefined;
  /** Words, or parts of words, all of which the name has. */
  readonly text?: string | undefined;
}

/** Lists the media files of a store, newest first. @param before id of the last row of the page before */
export const listMedia = (
  db: Queryable,
  storeId: string,
  { state, text }: MediaFilter,
  before: string | null,
  limit: number,
): Promise<MediaRow[]> => db.query<MediaRow>(LIST, [storeId, state ?? null, before, limit, text ?? null]);

const VARIANT = `SELECT 'image/' || format AS type, size FROM media_variant WHERE store_id = $1 AND object = $2`;

export interface ServedFile {
  readonly type: string;
  readonly size: number;
}

/** Finds the file that everybody is served for an object; undefined: there is none. */
export async function findVariant(db: Queryable, storeId: string, object: string): Promise<ServedFile | undefined> {
  const [row] = await db.query<ServedFile>(VARIANT, [storeId, object]);
  return row;
}

const ORIGINAL = 'SELECT type, size FROM media WHERE store_id = $1 AND object = $2';

/** Finds the file that was brought under that name; undefined: there is none, or it was deleted. */
export async function findOriginal(db: Queryable, storeId: string, object: string): Promise<ServedFile | undefined> {
  const [row] = await db.query<ServedFile>(ORIGINAL, [storeId, object]);
  return row;
}

/** Open ones of all stores. */
export const findOpenMedia = (maintenance: Queryable, page: Page): Promise<FoundRow<MediaVariantsInput>[]> =>
  maintenance.query(openRowsOf('media'), page);
