import { extensionKey } from '../../extension/aggregate';
import { closed, label, nullable, object, oneOf, type TSchema, t, unit, words } from '../../kernel/schema/schema';
import { guarded } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';

const ofSettings = closed('store:admin');

/** A caller states all of it each time. */
const stated = <T extends 'boolean' | 'integer' | 'jsonb' | 'text', S extends TSchema>(type: T, schema: S) =>
  ({ type, schema: ofSettings(schema), writers: ['create', 'update'] }) as const;

const QUANTITY_MAX = 1_000_000;
/** The most that may be added to a price: a thousand lira, in kuruş. */
const ADDED_MAX = 100_000;
const MINUTES_MAX = 1_440;

const switched = (tr: string, en: string, description: string) => label(tr, en)(t.Boolean({ description }));

export const pushed = object({
  stock: switched('Stok gönder', 'Push stock', 'Whether the marketplace is told the stock of what is listed there.'),
  price: switched('Fiyat gönder', 'Push prices', 'Whether the marketplace is told the prices of what is listed there.'),
});

export const pulled = object({
  orders: switched('Siparişleri al', 'Pull orders', 'Without it stock is sent although nobody knows what was sold.'),
  claims: switched('İadeleri al', 'Pull claims', 'Whether claims of the marketplace come here.'),
  questions: switched('Soruları al', 'Pull questions', 'Whether questions of its customers come here.'),
  finance: switched('Hakedişleri al', 'Pull settlements', 'Whether its settlements come here.'),
});

const priceRule = object({
  percent: label(
    'Yüzde',
    'Percent',
  )(t.Number({ minimum: -90, maximum: 500, ...unit('percent'), description: 'Added to the price of the store.' })),
  add: label(
    'Ek tutar',
    'Added amount',
  )(
    t.Integer({
      minimum: -ADDED_MAX,
      maximum: ADDED_MAX,
      ...unit('kuruş'),
      description: 'Added behind the percent; below 0 it is taken off.',
    }),
  ),
  round: label(
    'Yuvarlama',
    'Rounding',
  )(
    oneOf(['none', '90', '99', 'whole'], {
      description: '`90` and `99`: up to the next price with these kuruş. `whole`: up to the next lira.',
      ...words({
        none: ['yuvarlama yok', 'none'],
        '90': ['…,90', '….90'],
        '99': ['…,99', '….99'],
        whole: ['tam lira', 'whole lira'],
      }),
    }),
  ),
});

/** A marketplace has its settings once. */
export const uniqueSettings = unique<string>({
  index: 'store_channel_settings_pkey',
  name: (extension) => `channel settings/${extension}`,
});

/** How one marketplace is kept in step with the store. One row an extension, under a rev of its own. */
export const channelSettings = guarded({
  word: 'channelSettings',
  key: 'extension',
  label: label('Pazaryeri ayarları', 'Settings of a marketplace'),
  table: 'store_channel_settings',
  columns: {
    extension: {
      type: 'text',
      schema: extensionKey,
      answers: label('Eklenti', 'Extension')(t.String()),
      kept: 'once',
      compared: false,
      touches: (extension: string) => [uniqueSettings.name(extension)],
    },
    push: stated('jsonb', label('Gönderilenler', 'Pushed')(pushed)),
    pull: stated('jsonb', label('Alınanlar', 'Pulled')(pulled)),
    priceRule: stated('jsonb', label('Fiyat kuralı', 'Price rule')(priceRule)),
    buffer: stated(
      'integer',
      label(
        'Gösterilmeyen adet',
        'Kept back',
      )(
        nullable(
          t.Integer({
            minimum: 0,
            maximum: QUANTITY_MAX,
            ...unit('count'),
            description: 'Pieces of each item that this marketplace is not told of; null: as many as the store says.',
          }),
        ),
      ),
    ),
    resendMinutes: stated(
      'integer',
      label(
        'Yeniden gönderme arası (dk)',
        'Minutes between sendings',
      )(
        t.Integer({
          minimum: 1,
          maximum: MINUTES_MAX,
          description: 'Time after which a refused value is sent again; not less than the marketplace asks for.',
        }),
      ),
    ),
    brakePercent: stated(
      'integer',
      label(
        'Fiyat freni (%)',
        'Price brake (%)',
      )(
        t.Integer({
          minimum: 1,
          maximum: 100,
          ...unit('percent'),
          description: 'A price that falls by more waits for a person.',
        }),
      ),
    ),
    disconnect: stated(
      'text',
      label(
        'Kapatılırken stok',
        'Stock when disabled',
      )(
        nullable(
          oneOf(['zero', 'freeze'], {
            description: 'Proposed to whoever disables the marketplace; null: nothing is.',
            ...words({ zero: ['sıfırlansın', 'set to zero'], freeze: ['olduğu gibi kalsın', 'left as it is'] }),
          }),
        ),
      ),
    ),
    buyerMail: stated(
      'text',
      label(
        'Alıcıya e-posta',
        'Mail to buyers',
      )(
        oneOf(['none', 'shipped'], {
          description: 'The mails that buyers at this marketplace get of the shop.',
          ...words({ none: ['gönderilmez', 'none'], shipped: ['kargoya verildiğinde', 'when it is shipped'] }),
        }),
      ),
    ),
    ...times,
  },
});

export type ChannelSettingsRow = Row<typeof channelSettings>;
export type ChannelSettings = Pick<
  ChannelSettingsRow,
  'push' | 'pull' | 'priceRule' | 'buffer' | 'resendMinutes' | 'brakePercent' | 'disconnect' | 'buyerMail'
>;

export const channelSettingsSchema = channelSettings.label(object(channelSettings.answers));

const {
  push,
  pull,
  priceRule: rule,
  buffer,
  resendMinutes,
  brakePercent,
  disconnect,
  buyerMail,
} = channelSettings.fields;

/** The settings that hold, stated or not. */
export const heldChannelSettings = object({
  push,
  pull,
  priceRule: rule,
  buffer,
  resendMinutes,
  brakePercent,
  disconnect,
  buyerMail,
});

/** The settings as long as nobody has stated any. */
export const defaultChannelSettings: ChannelSettings = {
  push: { stock: true, price: true },
  pull: { orders: true, claims: true, questions: true, finance: true },
  priceRule: { percent: 0, add: 0, round: 'none' },
  buffer: null,
  resendMinutes: 15,
  brakePercent: 50,
  disconnect: null,
  buyerMail: 'none',
};

export const heldOf = (row: ChannelSettings): ChannelSettings => ({
  push: row.push,
  pull: row.pull,
  priceRule: row.priceRule,
  buffer: row.buffer,
  resendMinutes: row.resendMinutes,
  brakePercent: row.brakePercent,
  disconnect: row.disconnect,
  buyerMail: row.buyerMail,
});
