import type { CommandBus } from '../../kernel/bus';
import type { UnkeyedCall } from '../../kernel/bus/call';
import { systemPrincipal } from '../../kernel/principal';
import { mediaVariants } from './contract';
import { insertVariants, lockMedia, saveMedia } from './store';
import { type MediaRow, mediaSnapshot, type VariantRow } from './view';

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
  of: (media: MediaRow) => Processed | undefined,
): Promise<MediaRow['state'] | undefined> {
  return bus.inTransaction<MediaRow['state'] | undefined>(storeId, async (tx) => {
    const media = await lockMedia(tx, storeId, mediaId);
    const processed = media && of(media);
    if (!processed) return { keep: false, value: media?.state };
    const { variants = [], ...fields } = processed;
    const after = { ...media, ...fields, variants: [...media.variants, ...variants] };
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
          saveMedia(tx, storeId, after, now);
          insertVariants(tx, storeId, mediaId, variants);
          record('media', mediaId, mediaSnapshot(media), mediaSnapshot(after));
          return {};
        },
      },
    };
    const rehearsal = await bus.rehearse(tx, call, await bus.timeOf(tx));
    await rehearsal.keep(`${workflowId}/${media.rev}`, { mediaId });
    return { keep: true, value: after.state };
  });
}
