import {
  label,
  line,
  nullable,
  object,
  objectName,
  oneOf,
  type Static,
  t,
  unit,
  words,
} from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import { type Format, height, mediaVariant, pixels, type VariantRow, width } from './table';

export const mediaStates = ['processing', 'ready', 'failed'] as const;

/** Why a file is no picture that can be shown, or not as it should be, for its owner. */
const failures = ['unreadable', 'too_large', 'not_processed', 'no_avif'] as const;

/** The name that a caller gives to a file. */
export const mediaName = label('Ad', 'Name')(line(200));

/** Marks columns that the shop itself finds when it draws the picture: nobody's change, so it moves no rev that somebody holds. */
const drawn = { kept: 'apart' } as const;
/** Marks the columns that the storefront shows with the thing that names the picture. */
const shown = { projected: 'shown' } as const;

/** Keeps one file of the same bytes: the digest alone tells whether there is one yet. */
export const uniqueDigest = unique<string>({ index: 'media_digest', name: (digest) => `media/digest/${digest}` });

export const media = aggregate({
  word: 'media',
  prefix: 'med',
  label: label('Medya', 'Media'),
  table: 'media',
  columns: {
    state: {
      type: 'text',
      schema: label(
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
      ...drawn,
      ...shown,
      noted: 'processing',
    },
    failure: {
      type: 'text',
      schema: label(
        'Hata',
        'Failure',
      )(
        nullable(
          oneOf(failures, {
            description:
              'unreadable: no whole picture. too_large: too many pixels. not_processed: bring it once more. no_avif: it is ready, as webp alone; to bring it once more tries again.',
            ...words({
              unreadable: ['görsel okunamıyor', 'unreadable'],
              too_large: ['görsel çok büyük', 'too large'],
              not_processed: ['işlem tamamlanamadı', 'not processed'],
              no_avif: ['AVIF olarak çizilemedi', 'not drawn as AVIF'],
            }),
          }),
        ),
      ),
      ...drawn,
    },
    name: { type: 'text', schema: nullable(mediaName) },
    type: {
      type: 'text',
      schema: label('Dosya türü', 'File type')(t.String({ description: 'Type of the uploaded file.' })),
    },
    size: {
      type: 'integer',
      schema: label('Boyut', 'Size')(t.Integer({ description: 'Size of the uploaded file.', ...unit('bytes') })),
    },
    digest: {
      type: 'text',
      schema: label('SHA-256', 'SHA-256')(t.String({ description: 'SHA-256 of the file that was brought.' })),
      touches: (digest: string) => [uniqueDigest.name(digest)],
    },
    width: { type: 'integer', schema: width(nullable(pixels)), ...drawn, ...shown },
    height: { type: 'integer', schema: height(nullable(pixels)), ...drawn, ...shown },
    /** The object of the file that was brought. It is never served: only its drawings are. */
    object: { type: 'text', schema: objectName, shown: false, compared: false },
    /** See {@link awaitsAvif}: an index has those that do. */
    awaitsAvif: { type: 'boolean', schema: t.Boolean(), initial: false, ...drawn, shown: false, compared: false },
    ...times,
  },
});

const variantSchema = object({
  ...mediaVariant.answers,
  url: label(
    'Adres',
    'Address',
  )(t.String({ description: 'Path on the address of the API. What is there never changes.' })),
});

export const mediaSchema = object({
  ...media.answers,
  variants: label(
    'Boyutlar',
    'Sizes',
  )(t.Array(variantSchema, { description: 'Small to large; none is larger than the picture itself.' })),
});

export type Media = Static<typeof mediaSchema>;
export type MediaState = Media['state'];

const { state, failure, ...extent } = media.fields;
const { mediaId: _, ...ofVariant } = mediaVariant.fields;

/** Fields that the background sets on a file. A field that is left out stays as it is, and variants come to those that there are. */
export const drawnFields = {
  state: t.Optional(state),
  failure: t.Optional(failure),
  width: t.Optional(extent.width),
  height: t.Optional(extent.height),
  variants: t.Optional(label('Boyutlar', 'Sizes')(t.Array(object(ofVariant)))),
};

export interface MediaRow extends Row<typeof media> {
  readonly variants: readonly VariantRow[];
}

/** Tells whether a ready file has drawings in a format. */
export const isDrawn = ({ variants }: Pick<MediaRow, 'variants'>, format: Format): boolean =>
  variants.some((variant) => variant.format === format);

/** Shown as webp, and its avif is still to come. */
export const awaitsAvif = (row: Pick<MediaRow, 'state' | 'failure' | 'variants'>): boolean =>
  row.state === 'ready' && row.failure === null && !isDrawn(row, 'avif');
