import type { CommandBus } from '../../kernel/bus';
import process, { type Processed } from '../media.process';
import type { MediaRow } from './aggregate';
import { mediaVariants } from './contract';
import { lockMedia } from './store';

/**
 * Writes down what became of a media file, with an audit row like any other change.
 * @param of answers nothing for a file that needs nothing any more
 * @returns its state; undefined when it was deleted
 */
export function noteProcessed(
  bus: CommandBus,
  storeId: string,
  mediaId: string,
  of: (row: MediaRow) => Processed | undefined,
): Promise<MediaRow['state'] | undefined> {
  return bus.inTransaction<MediaRow['state'] | undefined>(storeId, async (tx) => {
    const row = await lockMedia(tx, storeId, mediaId);
    const processed = row && of(row);
    if (!processed) return { keep: false, value: row?.state };
    const { state } = await bus.issue(tx, process, {
      storeId,
      workflowId: mediaVariants.workflowId(mediaId),
      // Each step of one rev adds variants, or is the last one.
      step: `${row.rev}/${row.variants.length}/${processed.failure ?? 'drawn'}`,
      payload: { mediaId, ...processed },
      cause: { mediaId },
    });
    return { keep: true, value: state };
  });
}
