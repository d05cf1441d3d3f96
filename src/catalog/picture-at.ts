import { accepted } from '../kernel/declaration/accepted';
import type { Takes } from '../kernel/declaration/content';
import { refuse } from '../kernel/errors';
import mediaUpload from '../media/media.upload';
import { fetchPicture, PictureLost } from '../provider/picture/fetch';
import type { PictureHosts } from '../provider/picture/hosts';

/** As what anybody may bring, and no other. */
const takes = mediaUpload.files?.file as Takes;
/** The time of one request ends it. */
const NEVER = new AbortController().signal;

/**
 * The picture under an address.
 * @throws {Refusal} picture_lost, payload_too_large, unsupported_media_type
 */
export async function pictureAt(
  address: string,
  hosts: PictureHosts,
): Promise<{ readonly bytes: Uint8Array; readonly type: string }> {
  const seen: { type?: string } = {};
  const chunks: Uint8Array[] = [];
  try {
    const bytes = fetchPicture(address, hosts, { bytesMax: takes.bytesMax, signal: NEVER });
    for await (const chunk of accepted(takes, { bytes, stated: () => undefined }, 'The picture', seen))
      chunks.push(chunk);
  } catch (error) {
    if (error instanceof PictureLost) return refuse('picture_lost', error.message);
    throw error;
  }
  return { bytes: Buffer.concat(chunks), type: seen.type as string };
}
