import {
  createdAt,
  label,
  line,
  nullable,
  object,
  oneOf,
  ownId,
  rev,
  type Static,
  t,
  updatedAt,
  words,
} from '../../kernel/schema';

export const formats = ['webp', 'avif'] as const;
export type Format = (typeof formats)[number];

export const mediaStates = ['processing', 'ready', 'failed'] as const;

/** Why a file is no picture that can be shown, for its owner. */
export const failures = ['unreadable', 'too_large', 'not_processed'] as const;

export const mediaName = label('Ad', 'Name')(line(200));

const width = label('Genişlik (piksel)', 'Width in pixels');
const height = label('Yükseklik (piksel)', 'Height in pixels');
const pixels = t.Integer({ minimum: 1, description: 'Pixels.' });

const variantSchema = object({
  format: label('Biçim', 'Format')(oneOf(formats, words({ webp: ['WebP', 'WebP'], avif: ['AVIF', 'AVIF'] }))),
  width: width(pixels),
  height: height(pixels),
  size: label('Boyut (bayt)', 'Size in bytes')(t.Integer({ description: 'Bytes.' })),
  url: label(
    'Adres',
    'Address',
  )(t.String({ description: 'Path on the address of the API. What is there never changes.' })),
});

export const mediaSchema = object({
  id: ownId('med'),
  rev: rev(),
  state: label(
    'Durum',
    'State',
  )(
    oneOf(mediaStates, {
      description: 'ready: shown as webp, and soon after as avif.',
      ...words({
        processing: ['işleniyor', 'processing'],
        ready: ['hazır', 'ready'],
        failed: ['işlenemedi', 'failed'],
      }),
    }),
  ),
  failure: label(
    'Hata',
    'Failure',
  )(
    nullable(
      oneOf(failures, {
        description: 'unreadable: no whole picture. too_large: too many pixels. not_processed: bring it once more.',
        ...words({
          unreadable: ['görsel okunamıyor', 'unreadable'],
          too_large: ['görsel çok büyük', 'too large'],
          not_processed: ['işlem tamamlanamadı', 'not processed'],
        }),
      }),
    ),
  ),
  name: nullable(mediaName),
  type: label('Dosya türü', 'File type')(t.String({ description: 'Of the file that was brought.' })),
  size: label('Boyut (bayt)', 'Size in bytes')(t.Integer({ description: 'Bytes of the file that was brought.' })),
  digest: label('SHA-256', 'SHA-256')(t.String({ description: 'SHA-256 of the file that was brought.' })),
  width: width(nullable(pixels)),
  height: height(nullable(pixels)),
  variants: label(
    'Boyutlar',
    'Sizes',
  )(t.Array(variantSchema, { description: 'Small to large; none is larger than the picture itself.' })),
  createdAt,
  updatedAt,
});

/** As lists show it. Results of commands do not: an address that expires would make each preview another one. */
export const listedMediaSchema = object({
  ...mediaSchema.properties,
  originalUrl: t.String({
    description:
      'Path of the file that was brought, for download. It opens without a credential, for an hour at least.',
  }),
});

export type Media = Static<typeof mediaSchema>;
export type MediaState = Media['state'];

export interface VariantRow {
  readonly format: Format;
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly object: string;
}

export interface MediaRow extends Omit<Media, 'variants'> {
  /** Of the file that was brought. It is never served: only what was drawn anew is. */
  readonly object: string;
  readonly variants: readonly VariantRow[];
}

export const mediaView = (storeId: string, { object: _, variants, ...media }: MediaRow): Media => ({
  ...media,
  variants: variants.map(({ object, ...variant }) => ({
    ...variant,
    url: `/media/${storeId}/${object}.${variant.format}`,
  })),
});

export const listedMediaView = (
  storeId: string,
  media: MediaRow,
  sign: (path: string) => string,
): Static<typeof listedMediaSchema> => ({
  ...mediaView(storeId, media),
  originalUrl: sign(`/media/original/${storeId}/${media.object}`),
});

/** The file as previews and audit rows compare it. */
export const mediaSnapshot = ({ state, failure, name, type, size, digest, width, height, variants }: MediaRow) => ({
  state,
  failure,
  name,
  type,
  size,
  digest,
  width,
  height,
  variants: variants.map(({ format, width }) => ({ format, width })),
});
