import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { refuse } from '../../kernel/errors';
import { FilesAway } from '../../kernel/system-fault';
import { Turns } from '../../kernel/trial/turns';
import { drawAnew } from './draw';

/** A decoder takes hundreds of megabytes: one of this process at a time, and as many wait as are through in some seconds. */
const turns = new Turns({ atOnceMax: 1, waitingMax: 20 });

/** The same picture without what else was in its file: places, names of devices, other files behind it. */
export async function* pictureAnew(bytes: AsyncIterable<Uint8Array>, lane: string): AsyncIterable<Uint8Array> {
  // Whoever sends slowly keeps nobody from his turn.
  const source = await buffer(bytes);
  if (!(await turns.take({ lane, isKnown: false })))
    refuse('throttled', 'Too many pictures wait to be drawn.', { retryAfterSeconds: 2 });
  yield await drawn(source).finally(() => turns.giveBack());
}

async function drawn(source: Buffer): Promise<Uint8Array> {
  try {
    return await drawAnew(Readable.from([source]), new AbortController().signal, async (picture) => {
      if ('file' in picture) return buffer(createReadStream(picture.file));
      return picture.failure === 'too_large'
        ? refuse('payload_too_large', 'The picture has too many pixels.')
        : unreadable();
    });
  } catch (error) {
    // What kills a decoder is no picture.
    if (error instanceof FilesAway || !isKilled(error)) throw error;
    return unreadable();
  }
}

const isKilled = (error: unknown): boolean => (error as { readonly killed?: unknown }).killed !== undefined;

const unreadable = (): never => refuse('unsupported_media_type', 'The picture cannot be read: it is broken.');
