import { id, label, objectName, oneOf, t, unit, words } from '../../kernel/schema/schema';
import { type Row, table } from '../../kernel/table/table';

const formats = ['webp', 'avif'] as const;
export type Format = (typeof formats)[number];

export const width = label('Genişlik (piksel)', 'Width in pixels');
export const height = label('Yükseklik (piksel)', 'Height in pixels');
export const pixels = t.Integer({ minimum: 1, description: 'Pixels.' });

const once = { kept: 'once', compared: false } as const;
/** With the picture, in the storefront. */
const shown = { ...once, projected: 'shown' } as const;

/** A picture as it was drawn, in one format and one width. It goes with its media file, and nothing changes it. */
export const mediaVariant = table({
  word: 'media variant',
  label: label('Görsel boyutu', 'Size of a picture'),
  table: 'media_variant',
  columns: {
    mediaId: { type: 'text', schema: id('med'), shown: false, ...once },
    format: {
      type: 'text',
      schema: label('Biçim', 'Format')(oneOf(formats, words({ webp: ['WebP', 'WebP'], avif: ['AVIF', 'AVIF'] }))),
      ...shown,
    },
    width: { type: 'integer', schema: width(pixels), ...shown },
    height: { type: 'integer', schema: height(pixels), ...shown },
    size: { type: 'integer', schema: label('Boyut', 'Size')(t.Integer(unit('bytes'))), ...once },
    object: {
      type: 'text',
      schema: label('Bayt kümesi', 'Object')(objectName),
      shown: false,
      ...once,
      projected: 'decides',
    },
  },
});

/** As the row of its media file has it. */
export type VariantRow = Readonly<Omit<Row<typeof mediaVariant>, 'mediaId'>>;

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
