import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { Contention, refuse } from '../kernel/errors';
import { object, t } from '../kernel/schema/schema';
import { type Media, type MediaRow, media, mediaName, mediaSchema } from '../media/image/aggregate';
import { mediaVariants } from '../media/image/contract';
import { assertMediaRoom } from '../media/image/share';
import { insertMedia, lockMediaOf, mediaShare, saveDrawn, saveMedia } from '../media/image/store';
import { drawnSnapshot, mediaView } from '../media/image/view';
import { consumeUpload, lockUpload } from '../media/upload/store';
import { uploadReference } from '../media/upload/table';

export default command({
  id: 'catalog.media.commit',
  label: { tr: 'Medya dosyası kaydet', en: 'Save a media file' },
  summary: 'Make a media file of an upload; the same bytes are one file. Its variants are drawn in the background.',
  policy: 'propose',
  scope: 'catalog:write',
  payload: object({ uploadId: uploadReference, name: t.Optional(mediaName) }),
  result: mediaSchema,
  refuses: ['not_found', 'media_full'],
  example: { uploadId: exampleId('upl', 'CEZVE'), name: 'Bakır cezve' },

  async run({ payload, storeId, tx, now, services, effects, newId, record, inverse }) {
    const upload = await lockUpload(tx, storeId, payload.uploadId);
    const { type, size, digest, object: kept } = upload;
    if (kept === null) return again((await lockMediaOf(tx, storeId, digest)) ?? gone());
    consumeUpload(tx, storeId, upload);
    const at = now.toISOString();
    const row: MediaRow = {
      ...media.initial,
      id: newId('med'),
      rev: 1,
      state: 'processing',
      name: payload.name ?? null,
      type,
      size,
      digest,
      object: kept,
      variants: [],
      createdAt: at,
      updatedAt: at,
    };
    if (!(await insertMedia(tx, storeId, row, now)))
      return again((await lockMediaOf(tx, storeId, digest)) ?? overtaken(digest));
    assertMediaRoom(await mediaShare(tx, storeId, services.settings), services.settings);
    record(media.word, row.id, null, media.snapshot(row));
    inverse('catalog.media.delete', { mediaId: row.id, expectedRev: row.rev });
    effects.startWorkflow(mediaVariants, { storeId, mediaId: row.id });
    return mediaView(storeId, row);

    /**
     * The same bytes are one file. It takes the name that is given now, and no inverse takes that back: the call names no file whose
     * rev it could be held against, so it would overwrite a newer name. One that could not be shown, or not as avif, is tried once
     * more, of these bytes.
     */
    async function again(known: MediaRow): Promise<Media> {
      const { name = known.name } = payload;
      const lacking = known.failure !== null;
      if (!lacking && name === known.name) return mediaView(storeId, known);
      const state = known.state === 'failed' ? 'processing' : known.state;
      const retried = lacking ? { state, failure: null, object: kept ?? known.object } : {};
      const after = saveMedia(tx, storeId, known, { ...known, ...retried, name }, now);
      if (lacking) saveDrawn(tx, storeId, after, now);
      record(media.word, known.id, wholeOf(known), wholeOf(after));
      if (lacking) effects.startWorkflow(mediaVariants, { storeId, mediaId: known.id });
      return mediaView(storeId, after);
    }
  },
});

const gone = (): never => refuse('not_found', 'The media file of this upload was deleted: bring its bytes once more.');

function overtaken(digest: string): never {
  throw new Contention(digest, 'The media file of these bytes was deleted a moment ago.');
}

/** A call that tries it once more changes what became of it, too. */
const wholeOf = (row: MediaRow) => ({ ...media.snapshot(row), ...drawnSnapshot(row) });
