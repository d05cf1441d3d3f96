/** An order to which a tracking number may belong. */
interface NumberedOrder {
  readonly id: string;
  readonly number: string;
}

export interface TrackedOrder {
  readonly orderId: string;
  readonly trackingNumber: string;
}

/** @property text the number of the order, or the line for which no order is left */
export interface NumbersFault {
  readonly fault: 'twice' | 'too_many';
  readonly text: string;
}

export interface NumbersRead {
  /** named: each line names its order; in_order: the numbers belong to the orders one after the other. */
  readonly mode: 'named' | 'in_order';
  readonly given: readonly TrackedOrder[];
  /** Lines that name none of the orders, or no number: no order gets anything of them. */
  readonly unread: readonly string[];
  /** Numbers that several orders get. */
  readonly repeated: readonly string[];
}

/** The longest number that a shipment takes. */
const NUMBER_LENGTH_MAX = 100;

const COLUMN = /[\t;,]/;

/** A line by its columns. Without a separator of columns, what stands behind the first space is the second one. */
function columnsOf(line: string): readonly string[] {
  if (COLUMN.test(line)) return line.split(COLUMN).map((part) => part.trim());
  const [, first = '', second = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
  return second === '' ? [first] : [first, second];
}

/** The name of an order without its sign, as it is compared. */
const keyOf = (number: string): string => number.replace(/^#/, '').toUpperCase();

/** A row of titles stands first, and no number is without a digit. */
const isHeader = (line: string): boolean => !/\d/.test(line);

/**
 * Reads a list of tracking numbers as it is pasted or scanned: a line a number. Either each line names its order, or none does: then the
 * numbers are of the orders one after the other. A row of titles is left out.
 */
export function trackingNumbersIn(text: string, orders: readonly NumberedOrder[]): NumbersRead | NumbersFault {
  const [first = '', ...others] = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const lines = first === '' || isHeader(first) ? others : [first, ...others];
  const byNumber = new Map(orders.map((order) => [keyOf(order.number), order]));
  const isNamed = lines.some((line) => COLUMN.test(line) || byNumber.has(keyOf(columnsOf(line)[0] ?? '')));
  return isNamed ? namedNumbers(lines, byNumber) : numbersInOrder(lines, orders);
}

function namedNumbers(
  lines: readonly string[],
  byNumber: ReadonlyMap<string, NumberedOrder>,
): NumbersRead | NumbersFault {
  const numberOf = new Map<NumberedOrder, string>();
  const unread: string[] = [];
  for (const line of lines) {
    const [name = '', trackingNumber = '', ...more] = columnsOf(line);
    const order = byNumber.get(keyOf(name));
    const isWhole = trackingNumber !== '' && trackingNumber.length <= NUMBER_LENGTH_MAX;
    if (!order || !isWhole || more.some((column) => column !== '')) unread.push(line);
    else if (numberOf.has(order)) return { fault: 'twice', text: order.number };
    else numberOf.set(order, trackingNumber);
  }
  const given = [...byNumber.values()].flatMap((order) => {
    const trackingNumber = numberOf.get(order);
    return trackingNumber === undefined ? [] : [{ orderId: order.id, trackingNumber }];
  });
  return { mode: 'named', given, unread, repeated: repeatedIn(given) };
}

function numbersInOrder(lines: readonly string[], orders: readonly NumberedOrder[]): NumbersRead | NumbersFault {
  if (lines.length > orders.length) return { fault: 'too_many', text: lines[orders.length] as string };
  const given = lines.flatMap((trackingNumber, nth) =>
    trackingNumber.length > NUMBER_LENGTH_MAX ? [] : [{ orderId: (orders[nth] as NumberedOrder).id, trackingNumber }],
  );
  const unread = lines.filter((line) => line.length > NUMBER_LENGTH_MAX);
  return { mode: 'in_order', given, unread, repeated: repeatedIn(given) };
}

function repeatedIn(given: readonly TrackedOrder[]): readonly string[] {
  const once = new Set<string>();
  const repeated = new Set<string>();
  for (const { trackingNumber } of given)
    if (once.has(trackingNumber)) repeated.add(trackingNumber);
    else once.add(trackingNumber);
  return [...repeated];
}
