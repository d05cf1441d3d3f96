import { Refusal } from '../../kernel/errors';
import { drawJpeg, jpegPath } from '../../media/jpeg/draw';
import type { JpegOf } from '../../media/jpeg/store';
import { ProviderBusy } from '../../provider/error';
import { sentPictures } from './check';
import type { Ground } from './ground';
import type { PushedItem } from './item';

const DRAWER_BUSY_MS = 2_000;

/** The addresses of an item's pictures, or why there are none. */
export type Pictured = { readonly urls: readonly string[] } | { readonly failure: string } | 'later';

/**
 * Draws the pictures of an item as JPEG that are not drawn yet, one after another.
 * @param drawn the drawn pictures by media file; new ones are added
 * @returns later: there is no time left in this step
 */
export async function picturesOf(
  ground: Ground,
  item: PushedItem,
  { reached, drawn }: { readonly reached: string; readonly drawn: Map<string, JpegOf> },
): Promise<Pictured> {
  const urls: string[] = [];
  for (const mediaId of sentPictures(item, ground.limits)) {
    const known = drawn.get(mediaId);
    if (!known) return { failure: 'A picture of it is gone.' };
    if (known.jpeg === null && ground.options.until()) return 'later';
    const jpeg = known.jpeg ?? (await drawnOf(ground, known));
    if (typeof jpeg !== 'string') return jpeg;
    drawn.set(mediaId, { ...known, jpeg });
    urls.push(`${reached}${jpegPath(ground.storeId, jpeg)}`);
  }
  return { urls };
}

/** @throws {ProviderBusy} while too many pictures wait to be drawn */
async function drawnOf(ground: Ground, picture: JpegOf): Promise<string | { readonly failure: string }> {
  const { reader: db, books, storeId, dependencies, options } = ground;
  const { objects } = dependencies.services;
  options.signal.throwIfAborted();
  try {
    const jpeg = await drawJpeg({ db, books, objects, storeId }, picture);
    options.onAnswer();
    return jpeg ?? { failure: 'A picture of it is gone.' };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'throttled') throw new ProviderBusy('Pictures wait to be drawn.', DRAWER_BUSY_MS);
    return { failure: error.detail };
  }
}
