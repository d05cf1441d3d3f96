import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { object } from '../kernel/schema/schema';
import { deleteUpload, lockUpload } from './upload/store';
import { upload, uploadReference } from './upload/table';

export default command({
  id: 'media.discard',
  label: { tr: 'Bekleyen yüklemeyi sil', en: 'Discard a waiting upload' },
  summary: 'Discard an uncommitted upload. It frees its room, and a later commit is refused.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  irreversible: true,
  payload: object({ uploadId: uploadReference }),
  result: object({}),
  refuses: ['not_found'],
  example: { uploadId: exampleId('upl', 'CEZVE') },
  route: { http: 'DELETE /v1/account/uploads/{upl}', names: { upl: 'uploadId' } },

  /** Discards the upload; its bytes are swept later. */
  async run({ payload, storeId, tx, record }) {
    const { uploadId } = payload;
    const before = await lockUpload(tx, storeId, uploadId);
    if (before.object === null) refuse('not_found', 'The upload waits no longer: a media file was made of it.');
    deleteUpload(tx, storeId, uploadId);
    record(upload.word, uploadId, upload.snapshot(before), null);
    return {};
  },
});
