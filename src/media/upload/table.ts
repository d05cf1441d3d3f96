import { createdAt, id, label, nullable, objectName, t, time, unit } from '../../kernel/schema/schema';
import { identity, type Row, table } from '../../kernel/table/table';
import { uploadTypes } from '../image/signature';

const uploadLabel = label('Yükleme', 'Upload');

/** The prefix of identifiers of uploads. */
export const UPLOADS = 'upl';

/** How a payload names one. */
export const uploadReference = uploadLabel(id(UPLOADS));

/** A file that waits to be committed, or was committed a while ago. */
export const upload = table({
  word: 'upload',
  label: uploadLabel,
  table: 'media_upload',
  waiting: { bytes: 'size', by: 'broughtBy' },
  columns: {
    id: identity(UPLOADS),
    type: {
      type: 'text',
      schema: label('Dosya türü', 'File type')(t.String({ description: `One of ${uploadTypes.join(', ')}.` })),
      kept: 'once',
    },
    size: {
      type: 'integer',
      schema: label('Boyut', 'Size')(t.Integer(unit('bytes'))),
      kept: 'once',
    },
    digest: {
      type: 'text',
      schema: label('SHA-256', 'SHA-256')(t.String({ description: 'SHA-256 of the bytes.' })),
      kept: 'once',
    },
    createdAt: { type: 'timestamptz', schema: createdAt, kept: 'once', compared: false },
    expiresAt: {
      type: 'timestamptz',
      schema: label(
        'Son geçerlilik',
        'Expires',
      )(time({ description: 'It can be committed until then, and as long as a proposal that names it waits.' })),
      kept: 'once',
      compared: false,
    },
    /**
     * The object of the bytes; null: they were committed, and are the media file's. No change of it is recorded: it is found by the upload.
     */
    object: {
      type: 'text',
      schema: nullable(objectName),
      shown: false,
      compared: false,
      touches: (_: unknown, { id }: { readonly id: string }) => [id],
    },
    /** Missing of those that came before it was noted. */
    broughtKind: { type: 'text', schema: nullable(t.String()), kept: 'once', shown: false, compared: false },
    /** Id of the credential's holder. */
    broughtBy: { type: 'text', schema: nullable(t.String()), kept: 'once', shown: false, compared: false },
  },
});

export type UploadRow = Row<typeof upload>;

/** An upload that waits to be committed. */
export interface WaitingRow extends UploadRow {
  readonly object: string;
}
