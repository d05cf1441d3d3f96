import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Queryable } from '../../kernel/database/queryable';
import type { WorkServices } from '../../kernel/declaration/services';
import { openNamed } from '../../kernel/objects/objects';
import type { Claimant } from '../../kernel/trial/turns';
import { inTurn } from '../image/asked';
import { drawLargest } from '../image/draw';
import { type JpegOf, jpegsOf, keepJpeg } from './store';

/** The address of such a picture, for everybody and for good. */
export const jpegPath = (storeId: string, object: string): string => `/media/${storeId}/${object}.jpg`;

interface Drawing {
  readonly db: Queryable;
  /** Writes what is no change of the store. */
  readonly books: Queryable;
  readonly objects: WorkServices['objects'];
  readonly storeId: string;
}

/**
 * Draws a picture as JPEG, at its largest, and keeps it. The bytes are kept before a row names them; those of whoever comes second are swept.
 * @returns the name under which it is kept; undefined: the picture has been deleted
 * @throws {Refusal} throttled, payload_too_large, unsupported_media_type
 */
export async function drawJpeg(
  { db, books, objects, storeId }: Drawing,
  { mediaId, original }: Pick<JpegOf, 'mediaId' | 'original'>,
): Promise<string | undefined> {
  const source = await openNamed(objects, storeId, original);
  const bytes = await jpegOf(source, { lane: storeId, isKnown: true });
  const { object, size } = await objects.put(storeId, once(bytes));
  await keepJpeg(books, storeId, { mediaId, object, size });
  return (await jpegsOf(db, storeId, [mediaId])).get(mediaId)?.jpeg ?? undefined;
}

/**
 * Draws a picture as JPEG, at its largest, when it is the claimant's turn.
 * @throws {Refusal} throttled, payload_too_large, unsupported_media_type
 */
export const jpegOf = (source: Readable, claimant: Claimant): Promise<Buffer> =>
  inTurn(claimant, (signal) =>
    drawLargest(source, 'jpeg', signal, async (drawing) => {
      if ('failure' in drawing) return drawing;
      const [largest] = drawing.variants;
      return buffer(createReadStream((largest as { readonly file: string }).file));
    }),
  );

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
