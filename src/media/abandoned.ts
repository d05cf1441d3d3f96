import type { CommandBus } from '../kernel/bus';
import { noteProcessed } from './image/moves';

/** A file that nothing draws is not shown; to commit its bytes once more tries it again. */
export async function abandonMedia(bus: CommandBus, storeId: string, mediaId: string): Promise<void> {
  await noteProcessed(bus, storeId, mediaId, ({ state }) =>
    state === 'processing' ? { state: 'failed', failure: 'not_processed' } : undefined,
  );
}
