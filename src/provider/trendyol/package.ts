import { Refusal } from '../../kernel/errors';
import { kurusOfLira } from '../../kernel/money';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../../kernel/schema/validation';
import type { PackageRow, PackageState, RemoteAddress, RemotePackage, RemotePackageLine } from '../channel/package';
import type { UnreadableRow } from '../channel/unreadable';
import { amountIn, changedMs, currencyIn, isAhead, joined, PIECES_MAX, percentIn, record, words } from '../reading';
import { spread } from '../spread';
import { storable } from '../text';
import { isoOf, momentIn, TIME_MAX } from './reading';

/** `orderDate` is Istanbul's wall time written as if it were UTC; all other times are UTC. */
export const ISTANBUL_MS = 3 * 3_600_000;
/** A stand-in for the number of a person where the law asks for none. */
const NO_IDENTITY = /^1{11}$/;

const optional = <S extends Parameters<typeof nullable>[0]>(schema: S) => t.Optional(nullable(schema));
/** Beyond 2^53 they are texts, see readJson. */
const remoteId = t.Union([
  t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  t.String({ pattern: '^[0-9]{1,30}$' }),
]);
const time = t.Integer({ minimum: 0, maximum: TIME_MAX });
/** Decimal lira; the largest amount of the platform, in lira. */
const lira = t.Number({ minimum: 0, maximum: 100_000_000_000 });

const lineSchema = t.Object({
  lineId: remoteId,
  quantity: t.Integer({ minimum: 0, maximum: PIECES_MAX }),
  barcode: t.Optional(t.Unknown()),
  stockCode: t.Optional(t.Unknown()),
  productName: t.Optional(t.Unknown()),
  lineUnitPrice: t.Optional(t.Unknown()),
  discountDetails: t.Optional(t.Unknown()),
  vatRate: t.Optional(t.Unknown()),
  commission: t.Optional(t.Unknown()),
});

/**
 * A row with these fields is a package; all else is read as far as it can be: of an order nothing is lost because of an address. The provider
 * sends more, and adds fields without notice.
 */
const packageSchema = t.Object({
  shipmentPackageId: remoteId,
  orderNumber: t.Union([
    t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    t.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  ]),
  originPackageIds: optional(t.Array(remoteId, { maxItems: 1_000 })),
  status: optional(t.String()),
  shipmentPackageStatus: optional(t.String()),
  orderDate: time,
  lastModifiedDate: time,
  packageTotalPrice: lira,
  lines: t.Array(lineSchema, { maxItems: 1_000 }),
});

type Line = Static<typeof lineSchema>;
type PackageAnswer = Static<typeof packageSchema> & Readonly<Record<string, unknown>>;

const states: Readonly<Record<string, PackageState>> = {
  Awaiting: 'waiting',
  // Approved, and nobody has begun with it: the documents name it among the statuses and say no more.
  Verified: 'created',
  Created: 'created',
  Picking: 'preparing',
  Invoiced: 'invoiced',
  Shipped: 'shipped',
  AtCollectionPoint: 'at_collection_point',
  Delivered: 'delivered',
  UnDelivered: 'undelivered',
  Returned: 'returned',
  Cancelled: 'cancelled',
  UnSupplied: 'unsupplied',
  UnPacked: 'unpacked',
};

/** A row in the platform's words, or why it cannot be read. Never throws. */
export function readPackage(row: unknown): PackageRow {
  const [error] = schemaErrors(packageSchema, row);
  if (error) return unreadable(row, `${error.pointer || 'The row'} ${error.message}.`);
  const remote = row as PackageAnswer;
  const pieces = remote.lines.reduce((total, { quantity }) => total + quantity, 0);
  if (pieces > PIECES_MAX) return unreadable(row, `/lines have more than ${PIECES_MAX} pieces.`);
  const read = packageOf(remote);
  try {
    assertStorable(read);
    return read;
  } catch (flaw) {
    if (flaw instanceof Refusal) return unreadable(row, flaw.detail);
    throw flaw;
  }
}

/** Reads the time at which a row was changed; null when it states none, or one that is still to come: no window has that. */
export function modifiedIn(row: unknown): number | null {
  const { lastModifiedDate } = (row ?? {}) as Readonly<Record<string, unknown>>;
  return typeof lastModifiedDate === 'number' && !isAhead(lastModifiedDate) ? lastModifiedDate : null;
}

function unreadable(row: unknown, message: string): UnreadableRow {
  const { shipmentPackageId, orderNumber } = (row ?? {}) as Readonly<Record<string, unknown>>;
  return { remoteId: words(shipmentPackageId, 64), title: words(orderNumber, 64), message: storable(message) };
}

function packageOf(told: PackageAnswer): RemotePackage {
  const stateWord = words(told.status, 100) ?? words(told.shipmentPackageStatus, 100) ?? '';
  const total = kurusOfLira(told.packageTotalPrice);
  const lines = told.lines.filter(({ quantity }) => quantity > 0);
  const prices = pricesOf(lines, total);
  const shipping = addressOf(told.shipmentAddress);
  const billing = addressOf(told.invoiceAddress);
  const { taxNumber, taxOffice } = record(told.invoiceAddress);
  const identity = words(told.identityNumber, 20);
  return {
    packageId: String(told.shipmentPackageId),
    orderNumber: String(told.orderNumber),
    originPackageIds: (told.originPackageIds ?? []).map(String),
    state: Object.hasOwn(states, stateWord) ? (states[stateWord] as PackageState) : 'unknown',
    stateWord,
    orderedAt: isoOf(changedMs(told.orderDate - ISTANBUL_MS)),
    modifiedAt: isoOf(changedMs(told.lastModifiedDate)),
    shipUntil: momentIn(told.agreedDeliveryDate),
    total,
    currency: currencyIn(told.currencyCode),
    customer: {
      remoteId: words(told.customerId, 64),
      name: joined(told.customerFirstName, told.customerLastName) ?? shipping?.name ?? billing?.name ?? '-',
      email: words(told.customerEmail, 254),
      identityNumber: identity === null || NO_IDENTITY.test(identity) ? null : identity,
    },
    shippingAddress: shipping,
    billingAddress: billing && {
      ...billing,
      taxNumber: words(taxNumber, 20) ?? words(told.taxNumber, 20),
      taxOffice: words(taxOffice, 100),
    },
    carrier: words(told.cargoProviderName, 100),
    trackingNumber: words(told.cargoTrackingNumber, 64),
    trackingUrl: words(told.cargoTrackingLink, 2_048),
    invoiceNumber: words(told.invoiceNumber, 64),
    invoiceUrl: words(told.invoiceLink, 2_048),
    hasInvoice: told.invoiceStatus === 'Received' || told.invoiceStatus === 'Invoiced',
    lines: lines.map((line, at) => lineOf(line, prices[at] as number[])),
  };
}

function lineOf(line: Line, unitPrices: readonly number[]): RemotePackageLine {
  const barcode = words(line.barcode, 200);
  return {
    lineId: String(line.lineId),
    barcode,
    sku: words(line.stockCode, 200),
    title: words(line.productName, 500) ?? barcode ?? '-',
    quantity: line.quantity,
    unitPrices,
    ...pieceIdsOf(line),
    vatRate: percentIn(line.vatRate),
    commissionPercent: percentIn(line.commission),
  };
}

/** The names of the pieces, where the line tells one for each of them. */
function pieceIdsOf({ discountDetails, quantity }: Line): Pick<RemotePackageLine, 'pieceIds'> {
  if (!Array.isArray(discountDetails) || discountDetails.length !== quantity) return {};
  const ids = discountDetails.flatMap((detail) => words(record(detail).lineItemId, 64) ?? []);
  return new Set(ids).size === quantity ? { pieceIds: ids } : {};
}

/**
 * The price of each piece, by line. The pieces of a line that tells none share what the others leave of the total, by the amounts that
 * the lines name.
 */
function pricesOf(lines: readonly Line[], total: number): number[][] {
  const told = lines.map(piecePrices);
  const open = lines.filter((_, at) => told[at] === null);
  if (open.length === 0) return told as number[][];
  const known = told.reduce((sum, prices) => sum + sumOf(prices ?? []), 0);
  const rest = total - known;
  const amounts = open.map(({ lineUnitPrice }) => amountIn(lineUnitPrice) ?? 0);
  const asAverages = amounts.reduce((sum, amount, at) => sum + amount * (open[at] as Line).quantity, 0);
  // The documents call the amounts of a line averages of a piece, and some have seen totals: the total says which they are.
  const areTotals = Math.abs(asAverages - rest) > Math.abs(sumOf(amounts) - rest);
  const weights = open.map(({ quantity }, at) => (amounts[at] as number) * (areTotals ? 1 : quantity));
  const amountOf = rest < 0 ? weights : spread(rest, weights);
  return lines.map((line, at) => {
    const prices = told[at];
    if (prices) return prices;
    return spread(
      amountOf[open.indexOf(line)] as number,
      Array.from({ length: line.quantity }, () => 1),
    );
  });
}

/** @returns null where the line does not tell the price of each of its pieces */
function piecePrices({ discountDetails, quantity }: Line): number[] | null {
  if (!Array.isArray(discountDetails) || discountDetails.length !== quantity) return null;
  const prices = discountDetails.map((detail) => amountIn(record(detail).lineItemPrice));
  return prices.every((price) => price !== null) ? prices : null;
}

function addressOf(value: unknown): RemoteAddress | null {
  const told = record(value);
  const lines = record(told.addressLines);
  const country = words(told.countryCode, 10)?.toUpperCase() ?? '';
  const address: RemoteAddress = {
    name: words(told.fullName, 200) ?? joined(told.firstName, told.lastName),
    company: words(told.company, 200),
    line:
      joined(told.address1, told.address2) ??
      joined(lines.addressLine1, lines.addressLine2) ??
      words(told.fullAddress, 500),
    district: words(told.district, 100) ?? words(told.countyName, 100),
    city: words(told.city, 100) ?? words(told.stateName, 100),
    postalCode: words(told.postalCode, 20),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    phone: words(told.phone, 40),
  };
  return Object.values(address).some((part) => part !== null) ? address : null;
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
