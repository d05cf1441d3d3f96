import { extensionOf } from '../kernel/declaration/extension-of';
import { FileAnswer } from '../kernel/declaration/file';
import { fileRoute } from '../kernel/declaration/route';
import { object, t } from '../kernel/schema/schema';
import { uploadTypes } from '../media/image/signature';
import { UPLOAD_BYTES_MAX } from '../media/upload/limit';
import { ANYWHERE } from '../provider/picture/hosts';
import { pictureAt } from './picture-at';

export default fileRoute({
  id: 'account.pictures',
  http: 'POST /v1/account/pictures',
  summary:
    'The picture at a public address, as its host serves it: a page of a browser cannot read what other hosts serve. Addresses of private networks are refused.',
  policy: 'owner',
  scope: null,
  role: 'packer',
  body: object({ address: t.String({ minLength: 1, maxLength: 2_000 }) }),
  produces: { types: uploadTypes, bytesMax: UPLOAD_BYTES_MAX },
  refuses: ['picture_lost', 'payload_too_large', 'unsupported_media_type', 'throttled'],

  async run({ body: { address }, storeId }) {
    const { bytes, type } = await pictureAt(address, ANYWHERE, storeId);
    return FileAnswer.of(bytes, { name: `gorsel.${extensionOf(type)}`, type });
  },
});
