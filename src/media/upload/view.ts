import { createdAt, label, object, ownId, type Static, t, time } from '../../kernel/schema';
import { imageTypes } from '../image/signature';

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
  readonly object: string;
}

/** Without where the bytes are: that is nobody's concern. */
export const uploadView = ({ object: _, ...upload }: UploadRow): Upload => upload;
