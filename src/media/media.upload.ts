import { command } from '../kernel/declaration/command';
import { contentSchema, exampleContent } from '../kernel/declaration/content';
import { object } from '../kernel/schema/schema';
import { exampleImage } from './image/example';
import { readUpload, uploadTypes } from './image/signature';
import { UPLOAD_BYTES_MAX } from './upload/limit';
import { insertUpload } from './upload/store';
import { upload } from './upload/table';
import { uploadSchema } from './upload/view';

/** The life of an upload in ms: longer than that of a waiting proposal that names it. */
const LIFE_MS = 30 * 24 * 3_600_000;

export default command({
  id: 'media.upload',
  label: { tr: 'Görsel yükle', en: 'Upload a picture' },
  summary: 'Upload the bytes of a picture; catalog.media.commit makes a media file of it within 30 days.',
  policy: 'workspace',
  scope: 'catalog:write',
  // It ends by itself.
  irreversible: true,
  payload: object({ file: contentSchema }),
  files: { file: { types: uploadTypes, bytesMax: UPLOAD_BYTES_MAX, read: readUpload, example: exampleImage } },
  result: uploadSchema,
  refuses: [],
  example: { file: exampleContent },
  route: { http: 'POST /v1/media/upload', bytes: 'file', status: 201 },

  async run({ payload: { file }, principal, storeId, tx, now, later, newId, record }) {
    const row = {
      ...file,
      id: newId('upl'),
      broughtKind: principal.kind,
      broughtBy: principal.id,
      createdAt: now.toISOString(),
      expiresAt: later(LIFE_MS).toISOString(),
    };
    insertUpload(tx, storeId, row);
    record(upload.word, row.id, null, upload.snapshot(row));
    return upload.answer(row);
  },
});
