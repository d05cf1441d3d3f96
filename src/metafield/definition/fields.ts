import {
  closed,
  form,
  label,
  line,
  nullable,
  object,
  oneOf,
  paragraphs,
  t,
  unit,
  words,
} from '../../kernel/schema/schema';

/** The kinds of things that can have fields of their own. */
export const targets = ['product', 'variant', 'collection', 'store'] as const;
export type Target = (typeof targets)[number];

/** The types of a field's value, or of each value of a list. */
export const types = [
  'text',
  'multiline',
  'integer',
  'decimal',
  'boolean',
  'date',
  'date_time',
  'money',
  'url',
  'color',
  'json',
  'product',
  'collection',
  'media',
] as const;
export type Type = (typeof types)[number];

/** As many as a person can choose from, and as a list may hold. */
export const CHOICES_MAX = 128;

/** A value is 64 KiB at most, and a character may be four bytes. */
const LENGTH_MAX = 16_384;

/**
 * The list of definitions is closed to agents, and so is what a preview would tell of one: what people call it, and its rules. Its key and
 * type stand beside each value, which they read and write.
 */
const ofSettings = closed('store:admin');

const length = t.Integer({ minimum: 0, maximum: LENGTH_MAX, ...unit('count') });
const bound = t.Union([t.Number(), t.String()]);

const validations = object(
  {
    min: t.Optional(label('En az', 'Least')(bound)),
    max: t.Optional(label('En çok', 'Most')(bound)),
    minLength: t.Optional(label('En az karakter', 'Fewest characters')(length)),
    maxLength: t.Optional(label('En çok karakter', 'Most characters')(length)),
    choices: t.Optional(label('Seçenekler', 'Choices')(t.Array(line(200), { minItems: 1, maxItems: CHOICES_MAX }))),
    schema: t.Optional(
      label(
        'Biçim (JSON Schema)',
        'Form (JSON Schema)',
      )(
        t.Unsafe<Record<string, unknown>>({
          type: 'object',
          description: 'JSON Schema for values of the type json, without patterns and references.',
        }),
      ),
    ),
  },
  { description: 'Rules by type: min and max for numbers, money (in kuruş) and dates, the others for texts.' },
);

/** The kind of things whose fields are asked for. */
export const target = label(
  'Ait olduğu',
  'Of',
)(
  oneOf(
    targets,
    words({
      product: ['ürün', 'product'],
      variant: ['varyant', 'variant'],
      collection: ['koleksiyon', 'collection'],
      store: ['mağaza', 'store'],
    }),
  ),
);

export const fields = {
  target,
  key: label(
    'Anahtar',
    'Key',
  )(
    t.String({
      pattern: '^[a-z][a-z0-9_]{0,39}$',
      description: 'Its name for programs, unique among the fields of the same kind of thing, e.g. washing_care.',
      ...form('küçük harfle başlar; a–z, rakam ve _', 'small letters, digits and _, a letter first'),
    }),
  ),
  type: label(
    'Tür',
    'Type',
  )(
    oneOf(types, {
      description: 'Type of the values; product, collection and media are references.',
      ...words({
        text: ['metin', 'text'],
        multiline: ['çok satırlı metin', 'text of several lines'],
        integer: ['tam sayı', 'integer'],
        decimal: ['ondalık sayı', 'decimal'],
        boolean: ['evet/hayır', 'yes or no'],
        date: ['tarih', 'date'],
        date_time: ['tarih ve saat', 'date and time'],
        money: ['tutar', 'amount of money'],
        url: ['bağlantı', 'address (URL)'],
        color: ['renk', 'colour'],
        json: ['yapılı veri (JSON)', 'structured data (JSON)'],
        product: ['ürün', 'product'],
        collection: ['koleksiyon', 'collection'],
        media: ['medya dosyası', 'media file'],
      }),
    }),
  ),
  list: label('Liste', 'List')(t.Boolean({ description: `Whether it holds up to ${CHOICES_MAX} of the type.` })),
  label: ofSettings(label('Ad', 'Name')(line(120))),
  description: ofSettings(label('Açıklama', 'Description')(nullable(paragraphs(1000)))),
  validations: ofSettings(label('Kurallar', 'Rules')(validations)),
};
