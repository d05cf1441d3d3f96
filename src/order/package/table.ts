import { extensionKey } from '../../extension/aggregate';
import { id, label, line, nullable, object, t, unit } from '../../kernel/schema/schema';
import { aggregate } from '../../kernel/table/aggregate';
import { type Row, times } from '../../kernel/table/table';
import { unique } from '../../kernel/table/unique';
import { shippedPiece } from '../shipment/aggregate';
import { packageFields } from './payload';

/** A marketplace has each package once. */
export const uniquePackage = unique<{ readonly extension: string; readonly packageId: string }>({
  index: 'order_package_name',
  name: ({ extension, packageId }) => `package/${extension}/${packageId}`,
});

/** An order of a marketplace has one number there. */
export const uniqueExternal = unique<{ readonly channel: string; readonly externalNumber: string }>({
  index: 'store_order_external',
  name: ({ channel, externalNumber }) => `order/${channel}/${externalNumber}`,
});

const heldPiece = object({
  productId: label('Ürün', 'Product')(id('prd')),
  variantId: label('Varyant', 'Variant')(nullable(id('var'))),
  quantity: label('Adet', 'Quantity')(t.Integer({ minimum: 1, ...unit('count') })),
  oversold: label('Stokta olmayan', 'Oversold')(t.Integer({ minimum: 0, ...unit('count') })),
});

const { packageId, originPackageIds, state, stateWord, modifiedAt, shipUntil, total, currency } = packageFields;
const { carrier, trackingNumber, trackingUrl, invoiceNumber, invoiceUrl, lines } = packageFields;
const once = { kept: 'once' } as const;

/** A package of a marketplace as it was last heard of, and what it holds of an order of the shop. */
export const orderPackage = aggregate({
  word: 'orderPackage',
  prefix: 'opk',
  label: label('Pazaryeri paketi', 'Package of a marketplace'),
  table: 'order_package',
  columns: {
    orderId: {
      type: 'text',
      schema: label('Sipariş', 'Order')(nullable({ ...id('ord'), description: 'null: it is approved by nobody yet.' })),
    },
    extension: { type: 'text', schema: extensionKey, ...once },
    externalNumber: {
      type: 'text',
      schema: label('Pazaryeri sipariş no', 'Number at the marketplace')(line(100)),
      ...once,
    },
    packageId: { type: 'text', schema: packageId, ...once },
    originPackageIds: { type: 'jsonb', schema: originPackageIds },
    state: { type: 'text', schema: state },
    stateWord: { type: 'text', schema: stateWord },
    modifiedAt: { type: 'timestamptz', schema: modifiedAt },
    shipUntil: { type: 'timestamptz', schema: shipUntil },
    total: { type: 'bigint', schema: total },
    currency: { type: 'text', schema: currency },
    carrier: { type: 'text', schema: carrier },
    trackingNumber: { type: 'text', schema: trackingNumber },
    trackingUrl: { type: 'text', schema: trackingUrl },
    invoiceNumber: { type: 'text', schema: invoiceNumber },
    invoiceUrl: { type: 'text', schema: invoiceUrl },
    lines: { type: 'jsonb', schema: lines },
    /** The most that it was told to hold: one that is cancelled in part lists only the cancelled pieces. */
    ordered: { type: 'jsonb', schema: label('En çok içerdiği', 'Held at most')(lines) },
    /** The pieces of the package on lines of the order, while it is live. */
    pieces: { type: 'jsonb', schema: label('İçindekiler', 'Contents')(t.Array(shippedPiece)) },
    /** Stock that is held for it before it is an order. */
    held: {
      type: 'jsonb',
      schema: label('Ayrılan stok', 'Held')(t.Array(heldPiece)),
    },
    shipmentId: { type: 'text', schema: label('Gönderi', 'Shipment')(nullable(id('shp'))) },
    ...times,
  },
});
export type PackageRow = Row<typeof orderPackage>;
export const orderPackageSchema = orderPackage.label(object(orderPackage.answers));
