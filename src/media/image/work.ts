import type { CommandBus } from '../../kernel/bus';
import { work } from '../../kernel/work';
import { mediaVariants } from './contract';
import { noteProcessed } from './moves';
import { findOpenMedia } from './store';

/** A file that nothing draws is not shown; to commit its bytes once more tries it again. */
export async function abandonMedia(bus: CommandBus, storeId: string, mediaId: string): Promise<void> {
  await noteProcessed(bus, storeId, mediaId, ({ state }) =>
    state === 'processing' ? { state: 'failed', failure: 'not_processed' } : undefined,
  );
}

export const mediaWork = work(mediaVariants, {
  find: findOpenMedia,
  abandon: ({ bus }, storeId, mediaId) => abandonMedia(bus, storeId, mediaId),
});
