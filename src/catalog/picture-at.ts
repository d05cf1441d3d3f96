import { accepted } from '../kernel/declaration/accepted';
import type { Takes } from '../kernel/declaration/content';
import { refuse } from '../kernel/errors';
import { Turns } from '../kernel/trial/turns';
import mediaUpload from '../media/media.upload';
import { fetchPicture, PictureLost } from '../provider/picture/fetch';
import type { PictureHosts } from '../provider/picture/hosts';

/** As what anybody may bring, and no other. */
const takes = mediaUpload.files?.file as Takes;
/** A picture of 20 MB is held whole: a few at a time of this process, and as many wait as are through in some seconds. */
const turns = new Turns({ atOnceMax: 4, waitingMax: 40 });
/** The time of one request ends it. */
const NEVER = new AbortController().signal;

export interface PictureBytes {
  readonly bytes: Uint8Array;
  readonly type: string;
}

/**
 * Brings the picture under an address, in turn with those that other stores ask for.
 * @throws {Refusal} picture_lost, payload_too_large, unsupported_media_type, throttled
 */
export async function pictureAt(address: string, hosts: PictureHosts, storeId: string): Promise<PictureBytes> {
  if (!(await turns.take({ isKnown: true, lane: storeId })))
    return refuse('throttled', 'Too many pictures are being brought.', { retryAfterSeconds: 2 });
  return bring(address, hosts).finally(() => turns.giveBack());
}

async function bring(address: string, hosts: PictureHosts): Promise<PictureBytes> {
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
