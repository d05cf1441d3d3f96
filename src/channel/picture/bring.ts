import { setTimeout as sleep } from 'node:timers/promises';
import { accepted } from '../../kernel/declaration/accepted';
import type { Content, Takes } from '../../kernel/declaration/content';
import type { WorkServices } from '../../kernel/declaration/services';
import { Refusal } from '../../kernel/errors';
import type { KeptObject } from '../../kernel/objects/objects';
import mediaUpload from '../../media/media.upload';
import { REQUEST_MS } from '../../provider/deadlines';
import { fetchPicture, PictureLost } from '../../provider/picture/fetch';
import type { PictureHost } from '../../provider/picture/hosts';
import type { JobReason } from '../job/reasons';

/** The reason for which there is no picture. */
export interface NoPicture {
  readonly code: JobReason;
  readonly message: string;
  /** True when nobody answered, or the host said that it cannot give the picture for now. */
  readonly away?: true;
  /** True when no import will bring the picture: its place in the queue is removed. */
  readonly isFinal?: true;
}

/** The types of pictures that anybody may upload, and no other. */
const takes = mediaUpload.files?.file as Takes;

/** A host that is away for a moment may be there the next, so each picture is tried again. */
const ATTEMPTS_MAX = 2;
const PAUSE_MS = 1_000;

/** The longest that a picture takes, even from a host that hangs. */
export const BRING_MS = ATTEMPTS_MAX * REQUEST_MS + (ATTEMPTS_MAX - 1) * PAUSE_MS;

export const codes = {
  address: 'picture_address_refused',
  answer: 'picture_not_fetched',
  away: 'picture_not_fetched',
} as const satisfies Record<PictureLost['kind'], JobReason>;

interface Bringing {
  readonly objects: WorkServices['objects'];
  readonly storeId: string;
  readonly hosts: readonly PictureHost[];
  readonly signal: AbortSignal;
  /** Called between two tries of a fetch. */
  readonly onTry: () => void;
}

/**
 * Fetches a picture and keeps its bytes, of which no row speaks yet.
 * @throws what the storage fails of, and what `signal` was aborted with
 */
export async function bringPicture(bringing: Bringing, url: string): Promise<Content | NoPicture> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await keepPicture(bringing, url);
    } catch (error) {
      bringing.signal.throwIfAborted();
      if (error instanceof Refusal && error.status < 500) return { code: error.code, message: error.detail };
      if (!(error instanceof PictureLost)) throw error;
      const lost = { code: codes[error.kind], message: error.message };
      if (error.kind !== 'away') return lost;
      if (attempt === ATTEMPTS_MAX) return { ...lost, away: true };
      bringing.onTry();
      await sleep(PAUSE_MS, undefined, { signal: bringing.signal }).catch(() => bringing.signal.throwIfAborted());
    }
  }
}

async function keepPicture({ objects, storeId, hosts, signal }: Bringing, url: string): Promise<Content> {
  const seen: { type?: string } = {};
  const bytes = fetchPicture(url, hosts, { bytesMax: takes.bytesMax, signal });
  const content: KeptObject = await objects.put(
    storeId,
    accepted(takes, { bytes, stated: () => undefined }, 'The picture', seen),
  );
  return { ...content, type: seen.type as string };
}
