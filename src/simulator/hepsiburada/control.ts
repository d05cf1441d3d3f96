import { isInteger, type Resources, record } from '../kit/control';
import { knobsResource } from '../kit/knobs';
import type { Limits } from '../kit/limits';
import type { Waits } from '../kit/waits';
import type { Acts } from './acts';
import type { Book, Line, Order, Packed, Wanted } from './book';
import type { Good, Goods } from './goods';
import { type Knobs, knobChecks, usualKnobs } from './knobs';

const QUANTITY_MAX = 10_000;
const KURUS_MAX = 100_000_000_000;
const moves = ['InTransit', 'Delivered', 'UnDelivered'] as const;

interface Around {
  readonly book: Book;
  readonly goods: Goods;
  readonly acts: Acts;
  readonly knobs: Knobs;
  readonly limits: Limits;
  readonly waits: Waits;
}

/** The buyers, the carriers, and the seller's own panel: what happens at the marketplace without its API. */
export function resourcesOf({ book, goods, acts, knobs, limits, waits }: Around): Resources {
  const find = (number: unknown): Order => {
    const order = book.order(number);
    if (!order) throw new RangeError('There is no such order.');
    return order;
  };
  const packedOf = (number: unknown): Packed => {
    const packed = typeof number === 'string' ? book.packages.get(number) : undefined;
    if (!packed) throw new RangeError('There is no such package.');
    return packed;
  };
  return {
    '/orders': {
      GET: () => book.orders.map((order) => toldOf(order)),
      POST: (body) => toldOf(book.place(wantedIn(body))),
    },
    '/orders/pay': {
      PUT: (body) => {
        const { orderNumber } = record(body, 'The body', ['orderNumber']);
        const order = find(orderNumber);
        order.isPaid = true;
        for (const line of order.lines) book.touch(line);
        return toldOf(order);
      },
    },
    '/orders/pack': {
      PUT: (body) => {
        const { orderNumber, lines } = record(body, 'The body', ['orderNumber', 'lines']);
        const order = find(orderNumber);
        const packed = book.pack(piecesIn(order, lines));
        return { packageNumber: packed.number, ...toldOf(order) };
      },
    },
    '/orders/unpack': {
      PUT: (body) => {
        const { packageNumber } = record(body, 'The body', ['packageNumber']);
        book.unpack(packedOf(packageNumber));
        return {};
      },
    },
    '/orders/move': {
      PUT: (body) => {
        const { packageNumber, to } = record(body, 'The body', ['packageNumber', 'to']);
        const status = moves.find((each) => each === to);
        if (!status) throw new RangeError(`to must be one of ${moves.join(', ')}.`);
        book.move(packedOf(packageNumber), status);
        return {};
      },
    },
    '/orders/cancel': {
      PUT: (body) => {
        const { orderNumber, lines } = record(body, 'The body', ['orderNumber', 'lines']);
        const order = find(orderNumber);
        for (const { line } of piecesIn(order, lines)) book.cancel(line, 'Customer');
        return toldOf(order);
      },
    },
    '/orders/statistics': {
      GET: () => ({
        ordersPlaced: book.orders.length,
        packages: book.packages.size,
        oversold: Object.fromEntries(goods.oversold),
        breaches: Object.fromEntries(limits.breached),
        operations: Object.fromEntries(acts.counts),
      }),
    },
    '/hurry': {
      POST: () => {
        waits.hurry();
        return {};
      },
    },
    '/goods': {
      GET: () => goods.all.slice(0, 1_000),
      POST: (body) => goods.add(goodIn(body)),
      PUT: (body) => {
        const { barcode, ...changes } = record(body, 'The body', GOOD);
        const good = typeof barcode === 'string' ? goods.withBarcode(barcode) : undefined;
        if (!good) throw new RangeError('There is no such item.');
        return Object.assign(good, checkedGood(changes));
      },
    },
    '/knobs': knobsResource(knobs, usualKnobs, knobChecks, () => limits.restart()),
  };
}

const toldOf = (order: Order) => ({
  orderNumber: order.number,
  lineIds: order.lines.map(({ id }) => id),
  lines: order.lines.map(({ id, quantity, status, packageNumber, good }) => ({
    id,
    quantity,
    status,
    packageNumber,
    barcode: good.barcode,
  })),
});

function wantedIn(body: unknown): Wanted {
  const { lines, isPaid = true, agoMs = 0 } = record(body, 'The body', ['lines', 'isPaid', 'agoMs']);
  if (!Array.isArray(lines) || lines.length === 0) throw new RangeError('lines must name what was bought.');
  if (typeof isPaid !== 'boolean') throw new RangeError('isPaid must be true or false.');
  if (!isInteger(agoMs) || agoMs < 0) throw new RangeError('agoMs must be a whole number from 0 on.');
  return { lines: lines.map(boughtIn), isPaid, ago: agoMs };
}

function boughtIn(line: unknown): Wanted['lines'][number] {
  const { barcode, quantity = 1, priceKurus } = record(line, 'A line', ['barcode', 'quantity', 'priceKurus']);
  if (typeof barcode !== 'string') throw new RangeError('barcode must be a text.');
  if (!isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
    throw new RangeError(`quantity must be a whole number from 1 to ${QUANTITY_MAX}.`);
  if (priceKurus === undefined) return { barcode, quantity };
  if (!isAmount(priceKurus)) throw new RangeError('priceKurus must be a whole number from 0 on.');
  return { barcode, quantity, unit: priceKurus };
}

/** @param lines all that are open where none are named */
function piecesIn(order: Order, lines: unknown): { line: Line; quantity: number }[] {
  const open = order.lines.filter(({ status }) => status === 'Open');
  if (lines === undefined) return open.map((line) => ({ line, quantity: line.quantity }));
  if (!Array.isArray(lines)) throw new RangeError('lines must be a list.');
  return lines.map((each) => {
    const { lineId, quantity } = record(each, 'A line', ['lineId', 'quantity']);
    const line = order.lines.find(({ id }) => id === lineId);
    const pieces = quantity ?? line?.quantity;
    if (!line || !isInteger(pieces) || pieces < 1 || pieces > line.quantity)
      throw new RangeError('The order has no such line, or less of it.');
    return { line, quantity: pieces };
  });
}

const GOOD = ['barcode', 'merchantSku', 'name', 'price', 'stock', 'isLocked', 'isFulfilledByHB'] as const;

function goodIn(body: unknown): Partial<Good> & Pick<Good, 'barcode'> {
  const { barcode, ...more } = record(body, 'The body', GOOD);
  if (typeof barcode !== 'string') throw new RangeError('barcode must be a text.');
  return { barcode, ...checkedGood(more) };
}

function checkedGood(changes: Record<string, unknown>): Partial<Good> {
  for (const [name, value] of Object.entries(changes)) {
    const fits =
      name === 'price' || name === 'stock'
        ? isAmount(value)
        : typeof value === (name.startsWith('is') ? 'boolean' : 'string');
    if (!fits) throw new RangeError(`${name} is not what it can be.`);
  }
  return changes;
}

const isAmount = (value: unknown): value is number => isInteger(value) && value >= 0 && value <= KURUS_MAX;
