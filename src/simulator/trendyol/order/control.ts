import { isInteger, type Resources, record } from '../../kit/control';
import type { Acts } from './acts';
import type { Book, Named, Wanted } from './book';
import { type AddressKind, addressKinds } from './buyers';
import { type Knobs, knobsResource } from './knobs';
import { carriers, type Kept, toldPackage } from './package';
import type { Webhooks } from './webhooks';

const QUANTITY_MAX = 10_000;
const COUNT_MAX = 20_000;
const KURUS_MAX = 100_000_000_000;

interface Around {
  readonly book: Book;
  readonly acts: Acts;
  readonly webhooks: Webhooks;
  readonly knobs: Knobs;
  readonly breaches: ReadonlyMap<string, number>;
  /** Is told when a wait has another length. */
  rescaled(): void;
  /** Lets everything happen at once that waits now. */
  hurry(): void;
}

const PLACED = [
  'lines',
  'status',
  'address',
  'commercial',
  'identityNumber',
  'discountKurus',
  'carrier',
  'agoMs',
  'silent',
  'count',
] as const;

/** The buyers and the carriers: what happens to orders without the seller. */
export function orderResources({ book, acts, webhooks, knobs, breaches, rescaled, hurry }: Around): Resources {
  const find = (packageId: unknown): Kept => {
    const kept = isInteger(packageId) ? book.get(packageId) : undefined;
    if (!kept) throw new RangeError('There is no such package.');
    return kept;
  };
  return {
    '/orders': {
      GET: () => book.all().map((kept) => toldPackage(kept, knobs)),
      POST: (body) => {
        const { count = 1, ...rest } = record(body, 'The body', PLACED);
        if (!isInteger(count) || count < 1 || count > COUNT_MAX)
          throw new RangeError(`count must be a whole number from 1 to ${COUNT_MAX}.`);
        const wanted = wantedIn(rest);
        const placed = Array.from({ length: count }, () => book.place(wanted));
        const [first] = placed as [Kept, ...Kept[]];
        return { orderNumber: first.order.number, packageId: first.id, packageIds: placed.map(({ id }) => id) };
      },
    },
    '/orders/move': {
      PUT: (body) => {
        const { packageId, to } = record(body, 'The body', ['packageId', 'to']);
        if (typeof to !== 'string' || to === '') throw new RangeError('to must be a status.');
        const kept = find(packageId);
        book.move(kept, to);
        return { status: kept.status };
      },
    },
    '/orders/cancel': {
      PUT: (body) => {
        const {
          packageId,
          lines,
          reason = 'Müşteri vazgeçti',
        } = record(body, 'The body', ['packageId', 'lines', 'reason']);
        const kept = find(packageId);
        book.cancel(kept, namedIn(kept, lines), 'Cancelled', { by: 'Customer', reason: String(reason), code: 1 });
        return { status: kept.status };
      },
    },
    '/orders/complete': {
      PUT: (body) => {
        const { packageId, address = 'home' } = record(body, 'The body', ['packageId', 'address']);
        book.complete(find(packageId), addressIn(address));
        return {};
      },
    },
    '/orders/hurry': {
      POST: () => {
        hurry();
        return {};
      },
    },
    '/orders/knobs': knobsResource(knobs, rescaled),
    '/orders/statistics': {
      GET: () => ({
        ordersPlaced: book.placed,
        packages: book.all().length,
        oversold: Object.fromEntries(book.oversold),
        breaches: Object.fromEntries(breaches),
        operations: Object.fromEntries(acts.counts),
      }),
    },
    '/webhooks': {
      GET: () => ({ webhooks: webhooks.list(), held: webhooks.heldCount, deliveries: webhooks.deliveries }),
      PUT: (body) => {
        const { release } = record(body, 'The body', ['release']);
        if (release !== 'inOrder' && release !== 'reversed')
          throw new RangeError('release must be inOrder or reversed.');
        webhooks.release(release === 'reversed');
        return {};
      },
    },
  };
}

function wantedIn(sent: Record<string, unknown>): Wanted {
  const { lines, status = 'Created', address = 'home', commercial = false, identityNumber, carrier } = sent;
  const { discountKurus = 0, agoMs = 0, silent = false } = sent;
  if (!Array.isArray(lines) || lines.length === 0) throw new RangeError('lines must name what was bought.');
  if (status !== 'Awaiting' && status !== 'Created') throw new RangeError('status must be Awaiting or Created.');
  if (typeof commercial !== 'boolean') throw new RangeError('commercial must be true or false.');
  if (identityNumber !== undefined && typeof identityNumber !== 'string')
    throw new RangeError('identityNumber must be a text.');
  if (carrier !== undefined && !(typeof carrier === 'string' && Object.hasOwn(carriers, carrier)))
    throw new RangeError(`carrier must be one of ${Object.keys(carriers).join(', ')}.`);
  if (!isAmount(discountKurus)) throw new RangeError('discountKurus must be a whole number from 0 on.');
  if (typeof silent !== 'boolean') throw new RangeError('silent must be true or false.');
  if (!isInteger(agoMs) || agoMs < 0) throw new RangeError('agoMs must be a whole number from 0 on.');
  const read = lines.map((line) => lineIn(line));
  return {
    lines: read,
    status,
    address: addressIn(address),
    commercial,
    ...(identityNumber === undefined ? {} : { identityNumber }),
    discountKurus,
    ...(carrier === undefined ? {} : { carrier: carrier as string }),
    ago: agoMs,
    silent,
  };
}

function lineIn(line: unknown): Wanted['lines'][number] {
  const { barcode, quantity = 1, priceKurus } = record(line, 'A line', ['barcode', 'quantity', 'priceKurus']);
  if (typeof barcode !== 'string') throw new RangeError('barcode must be a text.');
  if (!isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
    throw new RangeError(`quantity must be a whole number from 1 to ${QUANTITY_MAX}.`);
  if (priceKurus !== undefined && !isAmount(priceKurus))
    throw new RangeError('priceKurus must be a whole number from 0 on.');
  return { barcode, quantity, ...(priceKurus === undefined ? {} : { priceKurus }) };
}

/** @param lines all of the package where none are named */
function namedIn(kept: Kept, lines: unknown): Named {
  if (lines === undefined) return new Map(kept.lines.map(({ id, pieces }) => [id, pieces.length]));
  if (!Array.isArray(lines)) throw new RangeError('lines must be a list.');
  return new Map(
    lines.map((each): [number, number] => {
      const { lineId, quantity } = record(each, 'A line', ['lineId', 'quantity']);
      const line = kept.lines.find(({ id }) => id === lineId);
      if (!line || !isInteger(quantity) || quantity < 1 || quantity > line.pieces.length)
        throw new RangeError('The package has no such line, or less of it.');
      return [line.id, quantity];
    }),
  );
}

function addressIn(value: unknown): AddressKind {
  const known = addressKinds.find((kind) => kind === value);
  if (!known) throw new RangeError(`address must be one of ${addressKinds.join(', ')}.`);
  return known;
}

const isAmount = (value: unknown): value is number => isInteger(value) && value >= 0 && value <= KURUS_MAX;
