import { createReadStream } from 'node:fs';
import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { WorkServices } from '../../kernel/declaration/services';
import { isDrawn, type MediaRow, type MediaState } from './aggregate';
import type { MediaVariantsInput } from './contract';
import { type Drawing, draw } from './draw';
import { noteProcessed } from './moves';
import { findMedia } from './store';
import type { Format, VariantRow } from './table';

/** Parts of the product that drawing needs. */
export interface Drawer {
  readonly bus: CommandBus;
  readonly database: Pick<Database, 'reader'>;
  readonly services: Pick<WorkServices, 'objects'>;
}

/**
 * Draws a media file in all widths of one format, and writes down what became of it. A file that is drawn already stays as it is.
 * @param signal ends the drawing
 * @returns the state of the file then; undefined: it was deleted
 */
export async function drawVariantsOf(
  { bus, database, services: { objects } }: Drawer,
  { storeId, mediaId }: MediaVariantsInput,
  format: Format,
  signal: AbortSignal,
): Promise<MediaState | undefined> {
  const media = await findMedia(database.reader(storeId), storeId, mediaId);
  if (!media || isDone(media, format)) return media?.state;
  const source = await objects.open(storeId, media.object);
  if (!source) throw new Error(`the bytes of ${mediaId} are not there`);
  return draw(source, format, signal, async (drawing) => {
    const variants = await keep(objects, storeId, format, drawing);
    return noteProcessed(bus, storeId, mediaId, (now) => {
      if (isDone(now, format)) return undefined;
      // A variant that is shown already stays.
      if ('failure' in drawing)
        return now.state === 'ready' ? { failure: 'no_avif' } : { state: 'failed', failure: drawing.failure };
      return { state: 'ready', failure: null, width: drawing.width, height: drawing.height, variants };
    });
  });
}

/** Stores a drawing before a row names it; a sweep removes a file that a crash leaves unnamed. */
async function keep(
  objects: Drawer['services']['objects'],
  storeId: string,
  format: Format,
  drawing: Drawing,
): Promise<VariantRow[]> {
  const kept: VariantRow[] = [];
  for (const { file, width, height } of 'variants' in drawing ? drawing.variants : []) {
    const { object, size } = await objects.put(storeId, createReadStream(file));
    kept.push({ format, width, height, size, object });
  }
  return kept;
}

const isDone = (row: MediaRow, format: Format): boolean => row.state === 'failed' || isDrawn(row, format);
