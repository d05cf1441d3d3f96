import type { CommandBus } from '../../kernel/bus';
import type { UnkeyedCall } from '../../kernel/bus/call';
import { systemPrincipal } from '../../kernel/principal';
import { type MediaRow, media, type VariantRow } from './aggregate';
import { mediaVariants } from './contract';
import { insertVariants, lockMedia, saveDrawn } from './store';
import { drawnSnapshot } from './view';

/** What became of a media file in the background; what it does not say stays as it is. */
interface Processed extends Partial<Pick<MediaRow, 'state' | 'failure' | 'width' | 'height'>> {
  readonly variants?: readonly VariantRow[];
}

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
    const before = await lockMedia(tx, storeId, mediaId);
    const processed = before && of(before);
    if (!processed) return { keep: false, value: before?.state };
    const { variants = [], ...fields } = processed;
    const after = { ...before, ...fields, variants: [...before.variants, ...variants] };
    const workflowId = mediaVariants.workflowId(mediaId);
    const call: UnkeyedCall = {
      principal: systemPrincipal(storeId, workflowId),
      payload: { mediaId },
      mutation: {
        id: 'media.process',
        policy: 'owner',
        flags: [],
        irreversible: true,
        refuses: [],
        async run({ now, record }) {
          saveDrawn(tx, storeId, after, now);
          insertVariants(tx, storeId, mediaId, variants);
          record(media.word, mediaId, drawnSnapshot(before), drawnSnapshot(after));
          return {};
        },
      },
    };
    const rehearsal = await bus.rehearse(tx, call, await bus.timeOf(tx));
    // Of one rev each step adds variants, or is the last one.
    await rehearsal.keep(`${workflowId}/${before.rev}/${before.variants.length}/${fields.failure ?? 'drawn'}`, {
      mediaId,
    });
    return { keep: true, value: after.state };
  });
}
