import { LongNumber } from '../../kit/long-number';
import type { Buyer } from './buyers';
import type { Knobs } from './knobs';
import type { PackageLine, ShipmentPackage } from './wire';

const HOUR_MS = 3_600_000;
/** Orders are dated in the wall time of Istanbul, which is as far ahead of UTC all year. */
const ISTANBUL_MS = 3 * HOUR_MS;
const DAY_MS = 24 * HOUR_MS;
const TRACKING_DIGITS = 16;

/** Carriers by their code: the name that packages tell, and how their tracking numbers begin. */
export const carriers: Readonly<Record<string, readonly [name: string, prefix: string]>> = {
  TEXMP: ['Trendyol Express Marketplace', '733'],
  YKMP: ['Yurtiçi Kargo Marketplace', '725'],
  ARASMP: ['Aras Kargo Marketplace', '726'],
  SURATMP: ['Sürat Kargo Marketplace', '727'],
  DHLECOMMP: ['DHL eCommerce Marketplace', '728'],
  PTTMP: ['PTT Kargo Marketplace', '734'],
  HOROZMP: ['Horoz Kargo Marketplace', '884'],
};
export const ALTERNATIVE_PREFIX = '732';

export interface Piece {
  id: number;
  /** The buyer's price, in kuruş. */
  price: number;
  sellerDiscount: number;
}

export interface Line {
  id: number;
  barcode: string;
  contentId: number;
  stockCode: string;
  title: string;
  size: string;
  categoryId: number;
  vatRate: number;
  commission: number;
  /** The price of a piece before discounts, in kuruş. */
  gross: number;
  pieces: Piece[];
}

/** An order, as all of its packages share it. */
export interface Order {
  number: string;
  placedMs: number;
  buyer: Buyer;
  commercial: boolean;
  identityNumber: string;
  /** The buyer's country. */
  countryCode: string;
  seller: number;
  /** True if webhooks are told nothing of it. */
  silent: boolean;
}

/** A package as the marketplace keeps it. */
export interface Kept {
  id: number;
  order: Order;
  origins: number[];
  createdBy: ShipmentPackage['createdBy'];
  status: string;
  histories: { createdDate: number; status: string }[];
  modifiedMs: number;
  lines: Line[];
  carrier: string;
  /** Empty until the order is paid. */
  tracking: string;
  trackingLink: string;
  agreedMs: number;
  warehouseId: number | null;
  boxes: number;
  deci: number;
  invoiceLink: string;
  invoiceNumber: string;
  hasInvoiceFile: boolean;
  cancel: { by: string; reason: string; code: number } | null;
  /** Set while its packages of a split are on their way. */
  isSplitting: boolean;
  /** When its carrier was changed last. */
  carrierMs: number | null;
  isExtended: boolean;
}

export const trackingOf = (prefix: string, id: number): string => prefix + String(id).padStart(TRACKING_DIGITS, '0');

export const agreedOf = (placedMs: number): number => placedMs + 2 * DAY_MS;

const lira = (kurus: number): number => kurus / 100;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const priceOf = (line: Line): number => sum(line.pieces.map(({ price }) => price));
const discountOf = (line: Line): number => sum(line.pieces.map(({ sellerDiscount }) => sellerDiscount));

/** The package as the order services tell it. */
export function toldPackage(kept: Kept, knobs: Knobs): ShipmentPackage {
  const { order, lines, status } = kept;
  const { buyer } = order;
  const gross = sum(lines.map((line) => line.gross * line.pieces.length));
  const discount = sum(lines.map(discountOf));
  const total = sum(lines.map(priceOf));
  return {
    shipmentPackageId: kept.id,
    orderNumber: order.number,
    customerId: buyer.customerId,
    supplierId: order.seller,
    warehouseId: kept.warehouseId,
    shipmentNumber: kept.id + 1_000_000_000,
    originPackageIds: kept.origins,
    customerFirstName: buyer.firstName,
    customerLastName: buyer.lastName,
    customerEmail: buyer.email,
    identityNumber: order.identityNumber,
    taxNumber: order.commercial ? (buyer.invoice?.taxNumber ?? null) : null,
    packageGrossAmount: lira(gross),
    packageSellerDiscount: lira(discount),
    packageTyDiscount: 0,
    packageTotalDiscount: lira(discount),
    packageTotalPrice: lira(total),
    discountDisplays: [],
    currencyCode: 'TRY',
    paymentMethod: 'Kredi Kartı',
    isCod: false,
    ...(kept.tracking === ''
      ? {}
      : {
          cargoTrackingNumber: new LongNumber(kept.tracking),
          cargoTrackingLink: kept.trackingLink,
          cargoSenderNumber: String(kept.id),
        }),
    cargoProviderName: carriers[kept.carrier]?.[0] ?? kept.carrier,
    cargoDeci: kept.deci,
    deliveryType: 'normal',
    deliveredByService: false,
    deliveryAddressType: 'Shipment',
    '3pByTrendyol': false,
    is4P: false,
    orderDate: order.placedMs + ISTANBUL_MS,
    agreedDeliveryDate: kept.agreedMs,
    estimatedDeliveryStartDate: order.placedMs + 2 * DAY_MS,
    estimatedDeliveryEndDate: order.placedMs + 4 * DAY_MS,
    originShipmentDate: order.placedMs,
    lastModifiedDate: kept.modifiedMs,
    fastDelivery: false,
    fastDeliveryType: '',
    status,
    shipmentPackageStatus: status,
    packageHistories: kept.histories.map((history) => ({ ...history })),
    createdBy: kept.createdBy,
    commercial: order.commercial,
    invoiceLink: kept.invoiceLink,
    invoiceNumber: kept.invoiceNumber,
    invoiceStatus: kept.invoiceLink !== '' || kept.hasInvoiceFile ? 'Received' : 'NotInvoiced',
    channelId: 1,
    orderCountryCode: order.countryCode,
    micro: order.countryCode !== 'TR',
    giftBoxRequested: false,
    containsDangerousProduct: false,
    shipmentAddress: buyer.shipment,
    invoiceAddress: buyer.invoice,
    lines: lines.map((line) => toldLine(kept, line, knobs)),
  };
}

function toldLine(kept: Kept, line: Line, knobs: Knobs): PackageLine {
  const quantity = line.pieces.length;
  // The documents call the amounts averages of a piece, and one reader has seen totals.
  const share = (kurus: number): number => lira(knobs.lineAmounts === 'line' ? kurus : Math.round(kurus / quantity));
  return {
    lineId: line.id,
    contentId: line.contentId,
    barcode: line.barcode,
    stockCode: line.stockCode,
    productName: line.title,
    productColor: '',
    productSize: line.size,
    productOrigin: 'TR',
    productCategoryId: line.categoryId,
    quantity,
    lineUnitPrice: share(priceOf(line)),
    lineGrossAmount: share(line.gross * quantity),
    lineTotalDiscount: share(discountOf(line)),
    lineSellerDiscount: share(discountOf(line)),
    lineTyDiscount: 0,
    discountDetails: knobs.discountDetails
      ? line.pieces.map((piece) => ({
          lineItemId: piece.id,
          lineItemPrice: lira(piece.price),
          lineItemSellerDiscount: lira(piece.sellerDiscount),
          lineItemTyDiscount: 0,
        }))
      : [],
    currencyCode: 'TRY',
    vatRate: line.vatRate,
    commission: line.commission,
    salesCampaignId: 1,
    businessUnit: 'Sports Shoes',
    sellerId: kept.order.seller,
    orderLineItemStatusName: kept.status,
    fastDeliveryOptions: [],
    cancelledBy: kept.cancel?.by ?? '',
    cancelReason: kept.cancel?.reason ?? null,
    cancelReasonCode: kept.cancel?.code ?? null,
  };
}
