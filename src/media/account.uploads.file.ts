import { extensionOf } from '../kernel/declaration/extension-of';
import { FileAnswer } from '../kernel/declaration/file';
import { fileRoute } from '../kernel/declaration/route';
import { id, object } from '../kernel/schema/schema';
import { uploadTypes } from './image/signature';
import { UPLOAD_BYTES_MAX } from './upload/limit';
import { readWaiting } from './upload/store';

export default fileRoute({
  id: 'account.uploads.file',
  http: 'GET /v1/account/uploads/{upl}/file',
  summary: 'The unchanged file of an uncommitted upload, for download.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  params: object({ upl: id('upl') }),
  produces: { types: uploadTypes, bytesMax: UPLOAD_BYTES_MAX, kept: true },
  refuses: ['not_found'],

  async run({ db, storeId, params: { upl }, services: { objects } }) {
    const upload = await readWaiting(db, storeId, upl);
    const { type } = upload;
    return FileAnswer.ofObject(objects, storeId, upload, { name: `${upl}.${extensionOf(type)}`, type });
  },
});
