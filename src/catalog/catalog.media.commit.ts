import { command } from '../kernel/declare';
import { exampleId } from '../kernel/example';
import { id, label, object, t } from '../kernel/schema';
import { mediaVariants } from '../media/image/contract';
import { insertMedia, lockMediaOf, saveMedia } from '../media/image/store';
import { type Media, type MediaRow, mediaName, mediaSchema, mediaSnapshot, mediaView } from '../media/image/view';
import { getUpload } from '../media/upload/store';

export default command({
  id: 'catalog.media.commit',
  label: { tr: 'Medya dosyası oluştur', en: 'Create a media file' },
  summary: 'Make a media file of an upload; the same bytes are one file. Its variants are drawn in the background.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ uploadId: label('Yükleme', 'Upload')(id('upl')), name: t.Optional(mediaName) }),
  result: mediaSchema,
  refuses: ['not_found'],
  example: { uploadId: exampleId('upl', 'CEZVE'), name: 'Bakır cezve' },

  async run({ payload, storeId, tx, now, effects, newId, record, inverse }) {
    const { type, size, digest, object: kept } = await getUpload(tx, storeId, payload.uploadId, now);
    const at = now.toISOString();
    const media: MediaRow = {
      id: newId('med'),
      rev: 1,
      state: 'processing',
      failure: null,
      name: payload.name ?? null,
      type,
      size,
      digest,
      width: null,
      height: null,
      object: kept,
      variants: [],
      createdAt: at,
      updatedAt: at,
    };
    if (!(await insertMedia(tx, storeId, media))) return again(await lockMediaOf(tx, storeId, digest));
    record('media', media.id, null, mediaSnapshot(media));
    inverse('catalog.media.delete', { mediaId: media.id });
    effects.startWorkflow(mediaVariants, { storeId, mediaId: media.id });
    return mediaView(storeId, media);

    /** The same bytes are one file. It takes the name that is given now; one that could not be shown is tried once more, of these bytes. */
    function again(known: MediaRow): Media {
      const { name = known.name } = payload;
      const failed = known.state === 'failed';
      if (!failed && name === known.name) return mediaView(storeId, known);
      const retried = failed ? { state: 'processing' as const, failure: null, object: kept } : {};
      const after: MediaRow = { ...known, ...retried, name, rev: known.rev + 1, updatedAt: at };
      saveMedia(tx, storeId, after, now);
      record('media', known.id, mediaSnapshot(known), mediaSnapshot(after));
      if (failed) effects.startWorkflow(mediaVariants, { storeId, mediaId: known.id });
      else if (known.name !== null) inverse('catalog.media.commit', { uploadId: payload.uploadId, name: known.name });
      return mediaView(storeId, after);
    }
  },
});
