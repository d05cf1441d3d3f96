import { Refusal } from '../../kernel/errors';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { assertStorable, schemaErrors } from '../../kernel/schema/validation';
import type { PackageState, RemoteAddress, RemotePackage, RemotePackageLine } from '../channel/package';
import type { UnreadableRow } from '../channel/unreadable';
import { amountIn, changedMs, currencyIn, PIECES_MAX, percentIn, record, words } from '../reading';
import { spread } from '../spread';
import { storable } from '../text';
import { msIn } from './clock';
import { groupsOf, linesNamed, nameOf, originsOf } from './lines';

const LINES_MAX = 1_000;
/** A stand-in for the number of a person where the law asks for none. */
const NO_IDENTITY = /^1{11}$/;

/** An order with these fields can be kept; all else is read as far as it can be. */
const lineSchema = t.Object({
  id: t.String({ pattern: '^[A-Za-z0-9-]{1,50}$' }),
  quantity: t.Integer({ minimum: 0, maximum: PIECES_MAX }),
  status: t.Optional(nullable(t.String({ maxLength: 200 }))),
  packageNumber: t.Optional(nullable(t.String({ pattern: '^[A-Za-z0-9]{0,30}$' }))),
});
const orderSchema = t.Object({
  orderNumber: t.String({ pattern: '^[A-Za-z0-9]{1,30}$' }),
  orderDate: t.String({ maxLength: 50 }),
  items: t.Array(lineSchema, { maxItems: LINES_MAX }),
});
type Line = Static<typeof lineSchema> & Readonly<Record<string, unknown>>;
type Order = Omit<Static<typeof orderSchema>, 'items'> &
  Readonly<Record<string, unknown>> & { readonly items: readonly Line[] };

const states: Readonly<Record<string, PackageState>> = {
  open: 'created',
  packaged: 'preparing',
  intransit: 'shipped',
  delivered: 'delivered',
  undelivered: 'undelivered',
  returned: 'returned',
};

/** An order in the platform's words. */
export interface ReadOrder {
  /** The packages as their lines are grouped now. Behind the order as a whole, where its lines stand apart. */
  readonly packages: readonly RemotePackage[];
  /** The number of the package at Hepsiburada in which the lines of a package are; null: they are in none. */
  numberOf(packageId: string): string | null;
  /** A package whose lines stand otherwise by now; undefined where it was never one of the order. */
  past(packageId: string): RemotePackage | undefined;
}

/** Reads an order, or says why it cannot be read. Never throws. */
export function readOrder(answer: unknown): ReadOrder | UnreadableRow {
  const [error] = schemaErrors(orderSchema, answer);
  if (error) return unreadable(answer, `${error.pointer || 'The order'} ${error.message}.`);
  const told = answer as Order;
  const orderedMs = msIn(told.orderDate);
  if (orderedMs === undefined) return unreadable(answer, '/orderDate is no time.');
  const pieces = told.items.reduce((total, { quantity }) => total + quantity, 0);
  if (pieces > PIECES_MAX) return unreadable(answer, `/items have more than ${PIECES_MAX} pieces.`);
  const items = told.items.filter(({ quantity }) => quantity > 0);
  if (new Set(items.map(({ id }) => id)).size < items.length) return unreadable(answer, '/items name a line twice.');
  try {
    return readable({ ...told, items }, orderedMs);
  } catch (flaw) {
    if (flaw instanceof Refusal) return unreadable(answer, flaw.detail);
    throw flaw;
  }
}

/** @throws {Refusal} when a text cannot be stored */
function readable(order: Order, orderedMs: number): ReadOrder {
  const { orderNumber, items } = order;
  const allIds = items.map(({ id }) => id);
  const groups = groupsOf(items, keyOf);
  const made = (lines: readonly Line[], isPast: boolean): RemotePackage => {
    const ids = lines.map(({ id }) => id);
    const packageId = nameOf(orderNumber, ids, allIds);
    const originPackageIds = originsOf(orderNumber, ids, allIds);
    const read = packageOf(order, { packageId, originPackageIds, orderedMs, lines, isPast });
    assertStorable(read);
    return read;
  };
  const now = groups.map((lines) => made(lines, false));
  return {
    packages: groups.length > 1 ? [made(items, true), ...now] : now,
    numberOf(packageId) {
      const at = now.findIndex((each) => each.packageId === packageId);
      return groups[at]?.[0]?.packageNumber || null;
    },
    past(packageId) {
      const named = linesNamed(orderNumber, packageId, allIds);
      return (
        named &&
        made(
          items.filter(({ id }) => named.includes(id)),
          true,
        )
      );
    },
  };
}

const unreadable = (answer: unknown, message: string): UnreadableRow => {
  const number = words(record(answer).orderNumber, 64);
  return { remoteId: number, title: number, message: storable(message) };
};

const wordOf = ({ status }: Line): string => status?.trim() ?? '';
const isCancelled = (line: Line): boolean => wordOf(line).toLowerCase().startsWith('cancel');

/** Lines of one package have this in common. Each cancelled line stands alone, since each is cancelled by itself. */
function keyOf(line: Line): string | undefined {
  if (isCancelled(line)) return undefined;
  return line.packageNumber ? `in ${line.packageNumber}` : 'open';
}

const isBySeller = (line: Line): boolean =>
  /merchant/i.test(words(line.cancelledBy, 50) ?? '') || /merchant/i.test(wordOf(line));

/** The state of lines that go together. Those that are not paid for yet can be packed by nobody. */
function stateOf(lines: readonly Line[]): PackageState {
  const [first] = lines as readonly [Line];
  if (isCancelled(first)) return isBySeller(first) ? 'unsupplied' : 'cancelled';
  const word = wordOf(first).toLowerCase();
  if (word !== 'open' && word !== '') return Object.hasOwn(states, word) ? (states[word] as PackageState) : 'unknown';
  if (first.packageNumber) return 'preparing';
  return lines.every(({ canCreatePackage }) => canCreatePackage === false) ? 'waiting' : 'created';
}

interface Standing {
  readonly packageId: string;
  readonly originPackageIds: readonly string[];
  readonly orderedMs: number;
  readonly lines: readonly Line[];
  /** True when its lines are in other packages by now. */
  readonly isPast: boolean;
}

function packageOf(order: Order, { packageId, originPackageIds, orderedMs, lines, isPast }: Standing): RemotePackage {
  const [first] = lines as readonly [Line];
  const invoice = record(order.invoice ?? first.invoice);
  const shipping = addressOf(order.deliveryAddress ?? first.shippingAddress);
  const billing = addressOf(invoice.address);
  const customer = record(order.customer);
  const identity = words(invoice.turkishIdentityNumber, 20);
  const amounts = lines.map(totalOf);
  return {
    packageId,
    orderNumber: order.orderNumber,
    originPackageIds,
    state: isPast ? 'unpacked' : stateOf(lines),
    stateWord: isPast ? 'Unpacked' : wordOf(first) || 'Open',
    orderedAt: isoOf(changedMs(orderedMs)),
    // The change that took it apart is later than the news before it.
    modifiedAt: isoOf(changedMs(Math.max(orderedMs, ...(isPast ? order.items : lines).map(modifiedOf)))),
    shipUntil: momentIn(first.dueDate),
    total: amounts.reduce((sum, amount) => sum + amount, 0),
    currency: currencyIn(record(first.totalPrice).currency),
    customer: {
      remoteId: words(customer.customerId ?? first.customerId, 64),
      name: words(customer.name, 200) ?? words(first.customerName, 200) ?? shipping?.name ?? billing?.name ?? '-',
      email: words(record(order.deliveryAddress ?? first.shippingAddress).email, 254),
      identityNumber: identity === null || NO_IDENTITY.test(identity) ? null : identity,
    },
    shippingAddress: shipping,
    billingAddress: billing && {
      ...billing,
      taxNumber: words(invoice.taxNumber, 20),
      taxOffice: words(invoice.taxOffice, 100),
    },
    carrier: words(first.cargoCompany, 100),
    trackingNumber: words(first.barcode, 64),
    trackingUrl: words(record(first.cargoCompanyModel).trackingUrl, 2_048),
    invoiceNumber: null,
    invoiceUrl: null,
    lines: lines.map((line, at) => lineOf(line, amounts[at] as number)),
  };
}

const modifiedOf = ({ lastStatusUpdateDate }: Line): number => msIn(lastStatusUpdateDate) ?? 0;

/** The price of a line for the buyer: its total, else its unit price for each piece. */
function totalOf({ totalPrice, unitPrice, quantity }: Line): number {
  const total = amountIn(record(totalPrice).amount);
  return total ?? (amountIn(record(unitPrice).amount) ?? 0) * quantity;
}

function lineOf(line: Line, total: number): RemotePackageLine {
  const barcode = words(line.productBarcode, 200);
  const vatRate = percentIn(line.vatRate);
  return {
    lineId: line.id,
    barcode,
    sku: words(line.merchantSKU ?? line.merchantSku, 200),
    title: words(line.name ?? line.productName, 500) ?? barcode ?? '-',
    quantity: line.quantity,
    unitPrices: spread(
      total,
      Array.from({ length: line.quantity }, () => 1),
    ),
    vatRate: Number.isInteger(vatRate) ? vatRate : null,
    commissionPercent: percentIn(line.commissionRate),
  };
}

/** The district of an address is its neighbourhood there, and its town our district. */
function addressOf(value: unknown): RemoteAddress | null {
  const told = record(value);
  const country = words(told.countryCode, 10)?.toUpperCase() ?? '';
  const address: RemoteAddress = {
    name: words(told.name, 200),
    company: null,
    line: words(told.address, 500),
    district: words(told.town, 100) ?? words(told.district, 100),
    city: words(told.city, 100),
    postalCode: words(told.postalCode, 20),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    phone: words(told.phoneNumber, 40) ?? words(told.alternatePhoneNumber, 40),
  };
  return Object.values(address).some((part) => part !== null) ? address : null;
}

const momentIn = (value: unknown): string | null => {
  const ms = msIn(value);
  return ms === undefined ? null : isoOf(ms);
};

const isoOf = (ms: number): string => new Date(ms).toISOString();
