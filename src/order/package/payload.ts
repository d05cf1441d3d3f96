import {
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  personal,
  type Static,
  t,
  time,
  unit,
  words,
} from '../../kernel/schema/schema';
import { packageStates } from '../../provider/channel/package';
import { PIECES_MAX } from '../../provider/reading';

/*
 * A package as commands are told of it. It has one schema, whoever tells it: a merchant who brings an order by hand, or the product that
 * has looked at the marketplace. Times are UTC, money is in kuruş.
 */

/** Lines of one package, and packages of which one is made: as many as are read of a provider's answer. */
const PACKAGE_LINES_MAX = 1_000;
const ORIGINS_MAX = 1_000;
/** Pieces of one line of a package, which may be all of its order; an order keeps them on several lines. */
const PACKAGE_PIECES_MAX = PIECES_MAX;
/** Most packages that one order may have. */
export const PACKAGES_MAX = 50;

const packageState = label(
  'Paket durumu',
  'State of the package',
)(
  oneOf(
    packageStates,
    words({
      waiting: ['onay bekliyor', 'awaiting approval'],
      created: ['hazırlanacak', 'to prepare'],
      preparing: ['hazırlanıyor', 'being prepared'],
      invoiced: ['faturası kesildi', 'invoiced'],
      shipped: ['kargoda', 'shipped'],
      at_collection_point: ['teslim noktasında', 'at the collection point'],
      delivered: ['teslim edildi', 'delivered'],
      undelivered: ['teslim edilemedi', 'not delivered'],
      returned: ['geri döndü', 'returned'],
      cancelled: ['iptal edildi', 'cancelled'],
      unsupplied: ['tedarik edilemedi', 'not supplied'],
      unpacked: ['paketi bozuldu', 'unpacked'],
      unknown: ['bilinmiyor', 'unknown'],
    }),
  ),
);

const remoteId = line(100);
const link = t.String({ format: 'uri', pattern: '^https?://', maxLength: 2_048 });

const packageLine = object({
  lineId: label('Pazaryerindeki satır', 'Line at the marketplace')(remoteId),
  barcode: label('Barkod', 'Barcode')(nullable(line(64))),
  sku: label('Stok kodu', 'SKU')(nullable(line(100))),
  title: label('Ad', 'Title')(line(200)),
  quantity: label('Adet', 'Quantity')(t.Integer({ minimum: 1, maximum: PACKAGE_PIECES_MAX, ...unit('count') })),
  unitPrices: label(
    'Parça fiyatları',
    'Price of each piece',
  )(
    t.Array(kurus(), {
      minItems: 1,
      maxItems: PACKAGE_PIECES_MAX,
      description: 'What the buyer pays for each piece; as many as the quantity.',
    }),
  ),
  pieceIds: t.Optional(
    label(
      'Pazaryerindeki parçalar',
      'Pieces at the marketplace',
    )(
      t.Array(remoteId, {
        maxItems: PACKAGE_PIECES_MAX,
        description: 'The name of each piece, in the order of the prices; claims speak of pieces by them.',
      }),
    ),
  ),
  vatRate: label('KDV (%)', 'VAT (%)')(nullable(t.Integer({ minimum: 0, maximum: 100, ...unit('percent') }))),
  commissionPercent: label(
    'Komisyon (%)',
    'Commission (%)',
  )(nullable(t.Number({ minimum: 0, maximum: 100, ...unit('percent') }))),
});

/** The pieces of an order that travel together. */
export const packageFields = {
  packageId: label('Pazaryerindeki paket', 'Package at the marketplace')(remoteId),
  originPackageIds: label(
    'Bölünen paketler',
    'Made of',
  )(
    t.Array(remoteId, {
      maxItems: ORIGINS_MAX,
      description: 'The packages that it was made of by a split or a cancellation in part.',
    }),
  ),
  state: packageState,
  stateWord: label('Pazaryerinin sözü', 'Word of the marketplace')(line(100)),
  modifiedAt: label('Pazaryerinde değişti', 'Changed there')(time()),
  shipUntil: label('Kargoya son teslim', 'Ship until')(nullable(time())),
  total: label('Toplam', 'Total')(kurus({ description: 'What its pieces cost together, VAT included.' })),
  currency: label('Para birimi', 'Currency')(t.String({ pattern: '^[A-Z]{3}$' })),
  carrier: label('Kargo firması', 'Carrier')(nullable(line(60))),
  trackingNumber: label('Takip no', 'Tracking number')(nullable(line(100))),
  trackingUrl: label('Takip adresi', 'Tracking address')(nullable(link)),
  invoiceNumber: label('Fatura no', 'Invoice number')(nullable(line(100))),
  invoiceUrl: label('Fatura adresi', 'Invoice address')(nullable(link)),
  lines: label('Satırlar', 'Lines')(t.Array(packageLine, { minItems: 1, maxItems: PACKAGE_LINES_MAX })),
};
export const packageSchema = label('Pazaryeri paketi', 'Package of a marketplace')(object(packageFields));
export type PackagePayload = Static<typeof packageSchema>;

const addressFields = {
  name: label('Ad soyad', 'Name')(nullable(line(120))),
  company: label('Firma', 'Company')(nullable(line(200))),
  line: label('Adres', 'Address')(nullable(line(500))),
  district: label('İlçe', 'District')(nullable(line(100))),
  city: label('İl veya şehir', 'City')(nullable(line(100))),
  postalCode: label('Posta kodu', 'Postal code')(nullable(line(20))),
  country: label('Ülke', 'Country')(nullable(t.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2.' }))),
  phone: label('Telefon', 'Telephone')(nullable(line(30))),
};

/** Fields of an order of a marketplace beside its packages. */
export const importFields = {
  externalNumber: label('Pazaryeri sipariş no', 'Number at the marketplace')(remoteId),
  orderedAt: label('Sipariş zamanı', 'Ordered')(time({ description: 'UTC.' })),
  customer: label(
    'Alıcı',
    'Buyer',
  )(
    object({
      remoteId: label('Pazaryerindeki kimlik', 'Id at the marketplace')(nullable(remoteId)),
      name: personal(label('Ad soyad', 'Name')(line(120))),
      email: personal(label('E-posta', 'E-mail')(nullable(line(254)))),
      identityNumber: personal(label('Kimlik numarası', 'Identity number')(nullable(line(20)))),
    }),
  ),
  shippingAddress: label('Teslimat adresi', 'Address of delivery')(nullable(personal(object(addressFields)))),
  billingAddress: label(
    'Fatura adresi',
    'Address of the invoice',
  )(
    nullable(
      personal(
        object({
          ...addressFields,
          taxNumber: label('Vergi kimlik numarası', 'Tax number')(nullable(line(20))),
          taxOffice: label('Vergi dairesi', 'Tax office')(nullable(line(100))),
        }),
      ),
    ),
  ),
};
const importHead = object(importFields);
export type ImportHead = Static<typeof importHead>;
