import { quantity } from '../../checkout/session/quote';
import {
  id,
  kurus,
  label,
  line,
  nullable,
  object,
  oneOf,
  type TSchema,
  t,
  unit,
  words,
} from '../../kernel/schema/schema';
import { identity, type New, type Row, table } from '../../kernel/table/table';

const once = <T extends 'text' | 'bigint' | 'smallint' | 'integer' | 'boolean' | 'jsonb', S extends TSchema>(
  type: T,
  schema: S,
) => ({ type, schema, kept: 'once' }) as const;

const pieces = (tr: string, en: string, description: string) =>
  ({ type: 'integer', schema: label(tr, en)(t.Integer({ minimum: 0, description, ...unit('count') })) }) as const;

const share = object({
  price: label('Fiyat', 'Price')(kurus()),
  discount: label('İndirim', 'Discount')(kurus()),
  shipping: label('Kargo', 'Shipping')(kurus()),
  codFee: label('Kapıda ödeme bedeli', 'Fee of cash on delivery')(kurus()),
  vat: label('KDV', 'VAT')(kurus({ description: 'Within price − discount + shipping + codFee.' })),
});

/** A line of an order: the goods as they were sold, and the progress of their pieces. It changes under the rev of its order. */
export const orderLine = table({
  word: 'orderLine',
  label: label('Sipariş satırı', 'Line of an order'),
  table: 'order_line',
  columns: {
    id: identity('oln'),
    orderId: { ...once('text', label('Sipariş', 'Order')(id('ord'))), shown: false, compared: false },
    position: { ...once('smallint', t.Integer({ minimum: 0 })), shown: false, compared: false },
    productId: once(
      'text',
      label(
        'Ürün',
        'Product',
      )(
        nullable({
          ...id('prd'),
          description:
            'null: a marketplace has sold something whose barcode nothing here has; it is mapped once something does.',
        }),
      ),
    ),
    variantId: once('text', label('Varyant', 'Variant')(nullable(id('var')))),
    title: once('text', label('Ad', 'Title')(line(200))),
    variantTitle: once('text', label('Varyant adı', 'Title of the variant')(nullable(line(120)))),
    sku: once('text', label('Stok kodu', 'SKU')(nullable(line(100)))),
    barcode: once('text', label('Barkod', 'Barcode')(nullable(line(64)))),
    quantity: once('integer', quantity),
    unitPrice: once('bigint', label('Birim fiyat', 'Price of one')(kurus())),
    vatRate: once('smallint', label('KDV (%)', 'VAT (%)')(t.Integer(unit('percent')))),
    requiresShipping: once('boolean', label('Kargo gerekir', 'Needs shipping')(t.Boolean())),
    digitalKind: once(
      'text',
      label(
        'Dijital teslimat türü',
        'Kind of digital delivery',
      )(
        oneOf(
          ['none', 'link', 'code_pool'],
          words({ none: ['yok', 'none'], link: ['bağlantı', 'link'], code_pool: ['kod havuzu', 'pool of codes'] }),
        ),
      ),
    ),
    withdrawalException: once('text', label('Cayma hakkı istisnası', 'Exception from withdrawal')(nullable(line(40)))),
    /** A refund gives back the shares of its pieces; they are never spread again. */
    units: once(
      'jsonb',
      label('Parça başına tutarlar', 'Amounts of each piece')(t.Array(share, { description: 'One for each piece.' })),
    ),
    stockTaken: once(
      'integer',
      label(
        'Stoktan düşülen',
        'Taken from stock',
      )(t.Integer({ minimum: 0, description: 'Less than sold where nothing is counted.', ...unit('count') })),
    ),
    oversold: once(
      'integer',
      label(
        'Stokta olmayan',
        'Oversold',
      )(
        t.Integer({
          minimum: 0,
          description: 'Pieces that were not there when a marketplace sold them; it stays as it was then.',
          ...unit('count'),
        }),
      ),
    ),
    /** The name by which packages of a marketplace know the line. */
    channelLine: { ...once('text', nullable(t.String())), shown: false, compared: false },
    booked: pieces('Kargoya hazır', 'Booked', 'In shipments that wait for their carrier.'),
    shipped: pieces('Kargoda', 'Shipped', 'With a carrier.'),
    delivered: pieces('Teslim edilen', 'Delivered', 'At the buyer.'),
    bounced: pieces('Göndericiye dönen', 'Bounced', 'Brought back by the carrier.'),
    lost: pieces('Kaybolan', 'Lost', 'By the carrier; others may be sent in their place.'),
    unsent: pieces('Gönderilmeden vazgeçilen', 'Never sent', 'Given back before they left, or their money was.'),
    returned: pieces('İade alınan', 'Returned', 'Sent back by the buyer and received.'),
    restocked: pieces('Stoğa dönen', 'Restocked', 'Never more than was taken.'),
    /** The codes of the line; null: none are owed, since it sells none or is not paid yet. */
    codes: {
      type: 'integer',
      schema: label(
        'Verilen kod',
        'Codes given',
      )(nullable(t.Integer({ minimum: 0, description: 'null: it is owed none (yet).', ...unit('count') }))),
    },
    refundedUnits: {
      type: 'integer[]',
      schema: label(
        'Parası iade edilen parçalar',
        'Refunded pieces',
      )(
        t.Array(t.Integer({ minimum: 0, ...unit('count') }), {
          maxItems: 99,
          description: 'Places in units whose money is given back, or being given back.',
        }),
      ),
    },
    keptUnits: {
      type: 'integer[]',
      schema: label(
        'Gönderilmeyecek parçalar',
        'Pieces that stay',
      )(
        t.Array(t.Integer({ minimum: 0, ...unit('count') }), {
          maxItems: 99,
          description:
            'Places in units that do not leave (again): never sent, refunded before they left, or not paid for.',
        }),
      ),
    },
    /** Places in units that were taken out of the order before anything of it was sent, without a refund. */
    removedUnits: {
      type: 'integer[]',
      schema: t.Array(t.Integer({ minimum: 0 }), { maxItems: 99 }),
      kept: 'apart',
      shown: false,
      compared: false,
    },
    unpaidUnits: {
      type: 'integer[]',
      schema: label(
        'Kapıda ödenmeyen parçalar',
        'Pieces not paid for',
      )(
        t.Array(t.Integer({ minimum: 0, ...unit('count') }), {
          maxItems: 99,
          description: 'Places in units for which no cash came, since they did not come to the buyer.',
        }),
      ),
    },
  },
});

export type OrderLine = Row<typeof orderLine>;
export type NewOrderLine = New<typeof orderLine>;
export const orderLineSchema = orderLine.label(object(orderLine.answers));

/** A line as an order shows it. */
export const shownLineSchema = orderLine.label(
  object({
    ...orderLine.answers,
    codesShort: label(
      'Eksik kod',
      'Codes short',
    )(t.Integer({ minimum: 0, description: 'Paid for, and given as soon as the pool has them.', ...unit('count') })),
  }),
);

/** The counts of a line none of whose pieces has moved yet. */
export const untouched = {
  booked: 0,
  shipped: 0,
  delivered: 0,
  bounced: 0,
  lost: 0,
  unsent: 0,
  returned: 0,
  restocked: 0,
  codes: null,
} as const;
