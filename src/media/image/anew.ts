import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inTurn } from './asked';
import { drawAnew } from './draw';

/** The same picture without what else was in its file: places, names of devices, other files behind it. */
export async function* pictureAnew(bytes: AsyncIterable<Uint8Array>, lane: string): AsyncIterable<Uint8Array> {
  // A slow sender keeps nobody from his turn.
  const source = await buffer(bytes);
  yield await inTurn({ lane, isKnown: false }, (signal) =>
    drawAnew(Readable.from([source]), signal, async (picture) =>
      'file' in picture ? buffer(createReadStream(picture.file)) : picture,
    ),
  );
}
