import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inTurn } from '../image/asked';
import { drawLargest } from '../image/draw';

/**
 * Draws a picture that was brought as the shop would publish it, at its largest, as webp: by the program that draws the files of the
 * library. Decoders differ, and a file may be made to be one picture for a browser and another one for the shop. Therefore an owner who
 * decides on an upload sees this, and never the file.
 * @param lane of the store
 * @throws {Refusal} when the shop could not publish it, see {@link inTurn}
 */
export const lookAt = (source: Readable, lane: string): Promise<Buffer> =>
  inTurn({ lane, isKnown: true }, (signal) =>
    drawLargest(source, 'webp', signal, async (drawing) => {
      if ('failure' in drawing) return drawing;
      const largest = drawing.variants[0] as { readonly file: string };
      return buffer(createReadStream(largest.file));
    }),
  );
