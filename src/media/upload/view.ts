import { createdAt, id, label, object, ownId, type Static, t, time } from '../../kernel/schema';
import { imageTypes } from '../image/signature';

/** The field by which a call names one. */
export const uploadReference = label('Yükleme', 'Upload')(id('upl'));

/** What waits to be committed, or was committed a while ago. */
export const uploadSchema = object({
  id: ownId('upl'),
  type: label('Dosya türü', 'File type')(t.String({ description: `One of ${imageTypes.join(', ')}.` })),
  size: label('Boyut (bayt)', 'Size in bytes')(t.Integer({ description: 'Bytes.' })),
  digest: label('SHA-256', 'SHA-256')(t.String({ description: 'SHA-256 of the bytes.' })),
  createdAt,
  expiresAt: label('Son geçerlilik', 'Expires')(time({ description: 'It can be committed until then.' })),
});

export type Upload = Static<typeof uploadSchema>;

export interface UploadRow extends Upload {
  /** Where the bytes are; null: they were committed, and are the media file's. */
  readonly object: string | null;
  /** Missing of those that came before it was noted. */
  readonly broughtKind: string | null;
  /** Id of the credential's holder. */
  readonly broughtBy: string | null;
}

/** One that waits to be committed. */
export interface WaitingRow extends UploadRow {
  readonly object: string;
}

/** Without where the bytes are: that is nobody's concern. */
export const uploadView = ({ id, type, size, digest, createdAt, expiresAt }: UploadRow): Upload => ({
  id,
  type,
  size,
  digest,
  createdAt,
  expiresAt,
});

/** Where the bytes of one that waits are found, once the path is signed. */
export const waitingPath = (storeId: string, { object }: Pick<WaitingRow, 'object'>): string =>
  `/media/upload/${storeId}/${object}`;

/** As the owner's list shows it, with a path on which a browser finds the picture for an hour at least. */
export const waitingView = (storeId: string, upload: WaitingRow, sign: (path: string) => string) => ({
  ...uploadView(upload),
  broughtKind: upload.broughtKind,
  broughtBy: upload.broughtBy,
  url: sign(waitingPath(storeId, upload)),
});

/** As previews and audit rows compare it. */
export const uploadSnapshot = ({ type, size, digest }: Upload) => ({ type, size, digest });
