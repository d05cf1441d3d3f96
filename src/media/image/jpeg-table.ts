import { id, label, objectName, t } from '../../kernel/schema/schema';
import { table } from '../../kernel/table/table';

/** A picture as JPEG, for servers that read no other format. It is drawn when one asks for it, and is no change of the store. */
export const mediaJpeg = table({
  word: 'media jpeg',
  label: label('JPEG görsel', 'Picture as JPEG'),
  table: 'media_jpeg',
  columns: {
    mediaId: { type: 'text', schema: id('med'), kept: 'once' },
    object: { type: 'text', schema: objectName, kept: 'once' },
    size: { type: 'integer', schema: t.Integer(), kept: 'once' },
  },
});
