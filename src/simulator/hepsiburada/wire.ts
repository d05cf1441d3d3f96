import { type Book, dueOf, type Line, type Order, type Packed } from './book';
import { localTime } from './clock';

const money = (kurus: number) => ({ currency: 'TRY', amount: kurus / 100 });

const addressOf = ({ buyer }: Order) => ({
  addressId: buyer.customerId,
  address: buyer.address,
  name: buyer.name,
  email: buyer.email,
  countryCode: 'TR',
  phoneNumber: buyer.phone,
  alternatePhoneNumber: '',
  district: buyer.district,
  city: buyer.city,
  town: buyer.town,
  postalCode: buyer.postalCode,
});

const invoiceOf = (order: Order) => ({
  turkishIdentityNumber: '11111111111',
  taxNumber: '',
  taxOffice: '',
  address: addressOf(order),
});

/** A line as lists of orders, and an order by itself, show it. */
export function toldLine(line: Line, book: Book): object {
  const { order, good, quantity, unit } = line;
  const packed = line.packageNumber === null ? undefined : book.packages.get(line.packageNumber);
  return {
    id: line.id,
    orderId: `ord-${order.number}`,
    orderNumber: order.number,
    orderDate: localTime(order.placedMs),
    dueDate: localTime(dueOf(line)),
    lastStatusUpdateDate: localTime(line.statusMs),
    status: line.status,
    cancelledBy: line.cancelledBy,
    canCreatePackage: order.isPaid && line.status === 'Open',
    isCancellable: line.status === 'Open',
    packageNumber: line.packageNumber,
    barcode: packed?.barcode ?? null,
    cargoCompany: 'Yurtiçi Kargo',
    cargoCompanyModel: {
      id: 1,
      name: 'Yurtiçi Kargo',
      shortName: 'YK',
      trackingUrl: packed ? `https://kargotakip.hepsiburada.example/?no=${packed.barcode}` : null,
    },
    sku: good.hbSku,
    merchantSKU: good.merchantSku,
    productBarcode: good.barcode,
    name: good.name,
    quantity,
    unitPrice: money(unit),
    totalPrice: money(unit * quantity),
    hbDiscount: { totalPrice: money(0), unitPrice: money(0) },
    merchantDiscount: { totalPrice: money(0), unitPrice: money(0) },
    vat: Math.round((unit * quantity * good.tax) / (100 + good.tax)) / 100,
    vatRate: good.tax,
    commission: money(Math.round(unit * quantity * 0.15)),
    commissionRate: 15,
    customerId: order.buyer.customerId,
    customerName: order.buyer.name,
    shippingAddress: addressOf(order),
    invoice: invoiceOf(order),
    creationReason: 'None',
    isMicroExport: false,
  };
}

export const toldOrder = (order: Order, book: Book): object => ({
  orderId: `ord-${order.number}`,
  orderNumber: order.number,
  orderDate: localTime(order.placedMs),
  createdDate: localTime(order.placedMs),
  paymentStatus: order.isPaid ? 'Received' : 'Waiting',
  customer: { customerId: order.buyer.customerId, name: order.buyer.name },
  deliveryAddress: addressOf(order),
  invoice: invoiceOf(order),
  items: order.lines.map((line) => toldLine(line, book)),
});

/** A package as the list of those that are ready shows it. */
export function toldPackage(packed: Packed, book: Book): object {
  const lines = book.linesIn(packed.number);
  const [first] = lines as [Line];
  const { order } = first;
  return {
    id: `pkg-${packed.number}`,
    status: packed.status,
    packageNumber: packed.number,
    barcode: packed.barcode,
    customerId: order.buyer.customerId,
    customerName: order.buyer.name,
    orderDate: localTime(order.placedMs),
    dueDate: localTime(dueOf(first)),
    cargoCompany: 'Yurtiçi Kargo',
    recipientName: order.buyer.name,
    shippingCity: order.buyer.city,
    totalPrice: money(lines.reduce((sum, { unit, quantity }) => sum + unit * quantity, 0)),
    items: lines.map((line) => ({
      lineItemId: line.id,
      orderNumber: line.order.number,
      hbSku: line.good.hbSku,
      merchantSku: line.good.merchantSku,
      productBarcode: line.good.barcode,
      quantity: line.quantity,
      totalPrice: money(line.unit * line.quantity),
    })),
  };
}

/** Lists of packages that left are thin, and write their names with capitals. */
export function toldMoved(packed: Packed, book: Book, dated: string): object {
  const numbers = [...new Set(book.linesIn(packed.number).map(({ order }) => order.number))];
  return {
    Id: `pkg-${packed.number}`,
    Barcode: packed.barcode,
    PackageNumber: packed.number,
    OrderNumber: numbers[0] ?? null,
    OrderNumbers: numbers,
    [dated]: localTime(packed.statusMs),
  };
}

export const toldCancelled = ({ order, id, good, quantity, statusMs, cancelledBy }: Line): object => ({
  orderNumber: order.number,
  lineItemId: id,
  cancelDate: localTime(statusMs),
  cancelledBy,
  cancelReasonCode: cancelledBy === 'Merchant' ? 'MerchantCanNotBeSupplied' : 'CustomerGaveUp',
  quantity,
  sku: good.hbSku,
  merchantSku: good.merchantSku,
});

export const toldAwaiting = ({ order, id, good, quantity }: Line): object => ({
  Id: id,
  OrderNumber: order.number,
  OrderDate: localTime(order.placedMs),
  MerchantSku: good.merchantSku,
  Sku: good.hbSku,
  Name: good.name,
  Quantity: quantity,
});
