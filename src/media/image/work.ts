import type { CommandBus } from '../../kernel/bus';
import { work } from '../../kernel/work/work';
import { awaitsAvif } from './aggregate';
import { mediaVariants } from './contract';
import { noteProcessed } from './moves';
import { findOpenMedia } from './store';

/** A file that nothing draws is not shown, or as webp alone; to commit its bytes once more tries it again. */
export async function abandonMedia(bus: CommandBus, storeId: string, mediaId: string): Promise<void> {
  await noteProcessed(bus, storeId, mediaId, (row) => {
    if (row.state === 'processing') return { state: 'failed', failure: 'not_processed' };
    return awaitsAvif(row) ? { failure: 'no_avif' } : undefined;
  });
}

export const mediaWork = work(mediaVariants, {
  find: findOpenMedia,
  // A drawing looks first for the pictures that are drawn already.
  beginsAnew: true,
  abandon: ({ bus }, storeId, mediaId) => abandonMedia(bus, storeId, mediaId),
});
