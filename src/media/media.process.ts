import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, type Static } from '../kernel/schema/schema';
import { drawnFields, media } from './image/aggregate';
import { insertVariants, lockMedia, saveDrawn } from './image/store';
import { drawnSnapshot } from './image/view';

const processed = object({ mediaId: label('Medya', 'Media')(id('med')), ...drawnFields });

export type Processed = Omit<Static<typeof processed>, 'mediaId'>;

export default command({
  id: 'media.process',
  label: { tr: 'Görselin boyutlarını çiz', en: 'Draw the sizes of a picture' },
  summary: 'Write down what became of a picture that was drawn in the background: its sizes, or why there are none.',
  policy: 'owner',
  scope: 'catalog:write',
  runtimeOnly: true,
  irreversible: true,
  payload: processed,
  result: object({ state: media.fields.state }),
  refuses: ['not_found'],
  example: {
    mediaId: exampleId('med', 'CEZVE'),
    state: 'ready',
    width: 1600,
    height: 1200,
    variants: [{ format: 'webp', width: 320, height: 240, size: 9_214, object: exampleId('obj', 'CEZVE') }],
  },
  /** Keeps the media file's id alone: the outcome stands in the changes, and the place of the bytes is nobody's concern. */
  redact: ({ mediaId }) => ({ mediaId }),

  async run({ payload, tx, storeId, now, record }) {
    const { mediaId, variants = [], ...fields } = payload;
    const before = (await lockMedia(tx, storeId, mediaId)) ?? refuse('not_found', 'There is no such media file.');
    const after = { ...before, ...fields, variants: [...before.variants, ...variants] };
    saveDrawn(tx, storeId, after, now);
    insertVariants(tx, storeId, mediaId, variants);
    record(media.word, mediaId, drawnSnapshot(before), drawnSnapshot(after));
    return { state: after.state };
  },
});
