import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { object, t } from '../kernel/schema/schema';
import { deleteExpiredUploads, UPLOADS_EXPIRED_AT_ONCE } from './upload/store';
import { upload, uploadReference } from './upload/table';

export default command({
  id: 'media.expire',
  label: { tr: 'Süresi dolan yüklemeleri sil', en: 'Delete expired uploads' },
  summary: 'Delete uploads that nobody committed in time; what was committed loses the upload that it came from.',
  policy: 'owner',
  scope: 'catalog:write',
  runtimeOnly: true,
  irreversible: true,
  payload: object({ uploadIds: t.Array(uploadReference, { maxItems: UPLOADS_EXPIRED_AT_ONCE }) }),
  result: object({}),
  refuses: [],
  example: { uploadIds: [exampleId('upl', 'CEZVE')] },

  async run({ payload, storeId, tx, now, record }) {
    for (const expired of await deleteExpiredUploads(tx, storeId, now, payload.uploadIds))
      record(upload.word, expired.id, upload.snapshot(expired), null);
    return {};
  },
});
