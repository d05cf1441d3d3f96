import { former, id, kurus, label, line, nullable, oneOf, t, unit, words } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { times } from '../../kernel/table/table';
import { archivable } from '../archivable/column';
import { handleOf } from '../handle/column';
import { soldOut, stockCount } from '../stock/view';

/** KDV rates in force since July 2023. */
export const VAT_RATES: readonly number[] = [0, 1, 10, 20];
export const VAT_RATE_DEFAULT = 20;
/** Lists of suppliers and exports of other shops still state them. */
const formerRates = former({
  8: ['Temmuz 2023’ten beri yürürlükte değil', 'is out of force since July 2023'],
  18: ['Temmuz 2023’ten beri yürürlükte değil', 'is out of force since July 2023'],
});

/** Mesafeli Sözleşmeler Yönetmeliği art. 15/1: what a buyer has no right to withdraw from. */
const withdrawalException = oneOf(
  [
    'market_priced',
    'custom_made',
    'perishable',
    'hygiene',
    'inseparable',
    'opened_media',
    'periodical',
    'dated_service',
    'instant_digital',
    'started_service',
  ],
  {
    description: 'The reason why the buyer may not withdraw (cayma hakkı istisnası).',
    ...words({
      market_priced: ['fiyatı piyasaya bağlı', 'priced by a market'],
      custom_made: ['kişiye özel', 'made to order'],
      perishable: ['çabuk bozulan', 'perishable'],
      hygiene: ['açılınca iadesi hijyenik olmayan', 'unhygienic to return once opened'],
      inseparable: ['başka ürünle karışan', 'inseparable once mixed'],
      opened_media: ['açılmış ortam', 'opened media'],
      periodical: ['süreli yayın', 'periodical'],
      dated_service: ['belirli tarihli hizmet', 'service on a date'],
      instant_digital: ['anında teslim dijital', 'delivered digitally at once'],
      started_service: ['başlanmış hizmet', 'service that has begun'],
    }),
  },
);

/** Names for people of the fields that a variant has as well. */
export const sharedLabels = {
  title: label('Ad', 'Title'),
  sku: label('Stok kodu', 'SKU'),
  barcode: label('Barkod', 'Barcode'),
  price: label('Fiyat', 'Price'),
  stock: label('Stok', 'Stock'),
};

const code = (maxLength: number, description: string) => line(maxLength, { description });

const digitalKind = oneOf(['none', 'link', 'code_pool'], {
  description: 'none; link: every buyer gets the url; code_pool: each unit gets a code (e-pin) of its own.',
  ...words({ none: ['yok', 'none'], link: ['bağlantı', 'link'], code_pool: ['kod havuzu', 'pool of codes'] }),
});

/** Shown together as the product's `digital`, which has a command of its own. */
const digital = { type: 'text', shown: false, compared: false } as const;
const always = ['create', 'update'] as const;
/** Shown together as the product's `media`, which has a command of its own. */
const placed = {
  type: 'text[]',
  shown: false,
  compared: false,
  kept: 'once',
  projected: 'decides',
  initial: [],
} as const;
export const PICTURES_MAX = 50;
export const pictureAlt = label(
  'Alternatif metin',
  'Alternative text',
)(nullable(line(500, { description: 'Alternative text: the picture in words, for people who do not see it.' })));
/** Marks a column that the storefront shows. */
const shown = { projected: 'shown' } as const;

export const product = aggregate({
  word: 'product',
  prefix: 'prd',
  label: label('Ürün', 'Product'),
  table: 'catalog_product',
  columns: {
    ...archivable,
    title: { type: 'text', schema: sharedLabels.title(line(200)), writers: always, ...shown },
    ...handleOf('product'),
    description: {
      type: 'text',
      schema: label(
        'Açıklama',
        'Description',
      )(nullable(t.String({ maxLength: 50_000, contentMediaType: 'text/html', description: 'HTML or plain text.' }))),
      writers: always,
      listed: false,
      ...shown,
    },
    categoryId: { type: 'text', schema: label('Kategori', 'Category')(nullable(id('cat'))), writers: always, ...shown },
    brand: { type: 'text', schema: label('Marka', 'Brand')(nullable(line(120))), writers: always, ...shown },
    sku: {
      type: 'text',
      schema: sharedLabels.sku(nullable(code(100, 'Stock keeping unit; not necessarily unique.'))),
      writers: always,
    },
    barcode: {
      type: 'text',
      schema: sharedLabels.barcode(nullable(code(64, 'Unique in the store over products and variants.'))),
      writers: always,
      ...shown,
    },
    tags: {
      type: 'text[]',
      schema: label('Etiketler', 'Tags')(t.Array(line(60), { maxItems: 50, uniqueItems: true })),
      initial: [],
      writers: always,
    },
    price: {
      type: 'bigint',
      schema: sharedLabels.price(kurus({ description: 'Kuruş.' })),
      writers: ['create'],
      ...shown,
    },
    compareAt: {
      type: 'bigint',
      schema: label(
        'İndirimsiz fiyat',
        'Price before reduction',
      )(
        nullable(
          kurus({
            description:
              'The price before a reduction, in kuruş; null: none. The storefront shows it while all that is sold of the product costs less.',
          }),
        ),
      ),
      writers: ['create'],
      ...shown,
    },
    vatRate: {
      type: 'smallint',
      schema: label(
        'KDV (%)',
        'VAT (%)',
      )(
        t.Unsafe<number>({
          type: 'integer',
          enum: [...VAT_RATES],
          description: 'KDV, percent.',
          ...unit('percent'),
          ...formerRates,
        }),
      ),
      answers: label('KDV (%)', 'VAT (%)')(t.Integer(unit('percent'))),
      initial: VAT_RATE_DEFAULT,
      writers: always,
      ...shown,
    },
    // Its changes commute, and a merchant's edit must not undo a sale.
    stock: {
      type: 'integer',
      schema: sharedLabels.stock(
        nullable(stockCount({ ...soldOut, description: 'null: untracked, always available.' })),
      ),
      answers: sharedLabels.stock(
        nullable(t.Integer({ ...unit('count'), ...soldOut, description: 'null: untracked, always available.' })),
      ),
      writers: ['create'],
      kept: 'once',
      ...shown,
    },
    variantCount: { type: 'smallint', schema: t.Integer(), shown: false, compared: false, projected: 'decides' },
    requiresShipping: {
      type: 'boolean',
      schema: label('Kargo gerekir', 'Needs shipping')(t.Boolean()),
      initial: true,
      writers: ['create'],
      ...shown,
    },
    digitalKind: {
      schema: label('Dijital teslimat türü', 'Kind of digital delivery')(digitalKind),
      initial: 'none',
      ...digital,
    },
    digitalUrl: {
      schema: label(
        'İndirme adresi',
        'Download address',
      )(nullable(t.String({ format: 'uri', pattern: '^https?://', maxLength: 2048 }))),
      ...digital,
    },
    digitalInstructions: {
      schema: label(
        'Teslim yönergesi',
        'Delivery instructions',
      )(nullable(t.String({ maxLength: 2000, description: 'Shown to the buyer with the content.' }))),
      ...digital,
    },
    mediaIds: { schema: t.Array(id('med'), { maxItems: PICTURES_MAX }), namedBy: 'products_showing', ...placed },
    /** The text of the picture in the same place. */
    mediaAlts: { schema: t.Array(pictureAlt, { maxItems: PICTURES_MAX }), ...placed },
    withdrawalException: {
      type: 'text',
      schema: label('Cayma hakkı istisnası', 'Exception from withdrawal')(nullable(withdrawalException)),
      writers: ['create'],
    },
    ...times,
  },
});
