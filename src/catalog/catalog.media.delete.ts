import { command } from '../kernel/declare';
import { refuse } from '../kernel/errors';
import { exampleId } from '../kernel/example';
import { expectedRev, id, label, object } from '../kernel/schema';
import { subject } from '../kernel/subject';
import { deleteMedia, lockMedia } from '../media/image/store';
import { mediaSchema, mediaSnapshot, mediaView } from '../media/image/view';

export default command({
  id: 'catalog.media.delete',
  label: { tr: 'Medya dosyasını sil', en: 'Delete a media file' },
  summary: 'Delete a media file that nothing uses: its addresses answer 404.',
  policy: 'propose',
  scope: 'catalog:write',
  flags: ['destructive'],
  irreversible: true,
  payload: object({ mediaId: label('Medya', 'Media')(id('med')), expectedRev }),
  result: mediaSchema,
  refuses: ['not_found', 'rev_conflict'],
  example: { mediaId: exampleId('med', 'KAHVE') },
  subject: subject('media', 'mediaId'),

  async run({ payload, storeId, tx, record, guardRev }) {
    const media = await lockMedia(tx, storeId, payload.mediaId);
    if (!media) return refuse('not_found', 'There is no such media file.');
    guardRev(media.id, media.rev);
    deleteMedia(tx, storeId, media);
    record('media', media.id, mediaSnapshot(media), null);
    return mediaView(storeId, media);
  },
});
