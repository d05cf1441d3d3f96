import { THINGS_MAX } from '../../bulk/limits';
import type { StockItem, StockReservation } from '../api/types';
import { piecesIn } from './pieces';

/** Most lines of a count: as many as one bulk act takes. */
export const LINES_MAX = THINGS_MAX;

/** An item that was counted. */
export interface CountLine
  extends Pick<
    StockItem,
    'id' | 'productId' | 'title' | 'variantTitle' | 'sku' | 'barcode' | 'price' | 'stock' | 'reserved'
  > {
  /** The counted pieces as they were typed. */
  readonly counted: string;
  /** The stock that it has come to since it was counted; undefined: none is known. */
  readonly moved?: { readonly stock: number | null; readonly reserved: number };
  /** The act by which it is booked, as long as nobody has decided about that; undefined: it waits for none. */
  readonly booking?: Booking;
}

interface Booking {
  readonly proposalId: string;
  /** The counted pieces as they were booked: more may be counted meanwhile. */
  readonly counted: string;
  /** The stock to which the act leads. */
  readonly stock: number;
}

/** A line of an item that is counted now. */
const lineOf = (item: StockItem, counted: string): CountLine => {
  const { id, productId, title, variantTitle, sku, barcode, price, stock, reserved } = item;
  return { id, productId, title, variantTitle, sku, barcode, price, stock, reserved, counted };
};

/** Adds pieces to a line, which comes first. @param item as it is now */
export function withScanned(lines: readonly CountLine[], item: StockItem, pieces: number): readonly CountLine[] {
  const known = lines.find(({ id }) => id === item.id);
  const before = piecesIn(known?.counted ?? '0') ?? 0;
  const counted = String(before + pieces);
  const line = known ? { ...known, counted } : lineOf(item, counted);
  return [line, ...lines.filter(({ id }) => id !== item.id)];
}

/** Sets the counted pieces of a line. */
export const withCounted = (lines: readonly CountLine[], id: string, counted: string): readonly CountLine[] =>
  lines.map((line) => (line.id === id ? { ...line, counted } : line));

/** The pieces that are expected on the shelf; null: nobody counts the item yet. */
export const expectedPieces = ({ stock, reserved }: Pick<CountLine, 'stock' | 'reserved'>, withReserved: boolean) =>
  stock === null ? null : stock + (withReserved ? reserved : 0);

/** The pieces by which the shelf differs; null: the counted pieces are no number. */
export function differenceOf(line: CountLine, withReserved: boolean): number | null {
  const counted = piecesIn(line.counted);
  return counted === undefined ? null : counted - (expectedPieces(line, withReserved) ?? 0);
}

/** The counted pieces that nobody has bought yet; below zero: more are sold than are there. null: the counted pieces are no number. */
function leftToSell(line: CountLine, withReserved: boolean): number | null {
  const counted = piecesIn(line.counted);
  return counted === undefined ? null : counted - (withReserved ? line.reserved : 0);
}

/**
 * The stock to which the count of a line leads; null: the counted pieces are no number. No stock is booked below zero: where fewer pieces
 * are there than are sold, nothing is left to be sold. A stock that marketplaces have taken below zero is never made less.
 */
export function bookedStock(line: CountLine, withReserved: boolean): number | null {
  const left = leftToSell(line, withReserved);
  return left === null ? null : Math.max(left, Math.min(line.stock ?? 0, 0));
}

/** The pieces that are sold and not there: no booking makes orders of them come true. */
export const missingPieces = (line: CountLine, withReserved: boolean): number =>
  Math.max(0, -(leftToSell(line, withReserved) ?? 0));

/** Tells whether the line changes a stock. An item that nobody counts is counted from now on. */
export function differs(line: CountLine, withReserved: boolean): boolean {
  const booked = bookedStock(line, withReserved);
  return booked !== null && booked !== line.stock;
}

/** Tells whether the line can be booked now: it changes a stock, and no act that waits for its owner does so already. */
export const isBookable = (line: CountLine, withReserved: boolean): boolean =>
  line.booking === undefined && differs(line, withReserved);

/** Marks lines whose stock has moved since they were counted. @param items as they are now */
export function withMoved(lines: readonly CountLine[], items: readonly StockItem[]): readonly CountLine[] {
  const now = new Map(items.map((item) => [item.id, item]));
  return lines.map(({ moved: _, ...line }) => {
    const item = now.get(line.id);
    // Its own act moves it, which is known when that act is decided.
    if (!item || line.booking || item.stock === line.stock) return line;
    return { ...line, moved: { stock: item.stock, reserved: item.reserved } };
  });
}

/** Takes the stock of now for what is expected. */
export const renewed = (lines: readonly CountLine[]): readonly CountLine[] =>
  lines.map(({ moved, ...line }) => (moved ? { ...line, ...moved } : line));

/** Marks lines that an act books, until somebody has decided about it. @param booked the lines as they were booked */
export function withBooking(
  lines: readonly CountLine[],
  booked: readonly CountLine[],
  proposalId: string,
  withReserved: boolean,
): readonly CountLine[] {
  const bookings = new Map(
    booked.flatMap((line): [string, Booking][] => {
      const stock = bookedStock(line, withReserved);
      return stock === null ? [] : [[line.id, { proposalId, counted: line.counted, stock }]];
    }),
  );
  return lines.map((line) => {
    const booking = bookings.get(line.id);
    return booking ? { ...line, booking } : line;
  });
}

/**
 * Takes what an act has booked out of the count. Lines that it has not booked stay as they were; so does one of which pieces were counted
 * since, against the stock of now.
 * @param booked the items that it has booked
 */
export const withDecided = (
  lines: readonly CountLine[],
  proposalId: string,
  booked: ReadonlySet<string>,
): readonly CountLine[] =>
  lines.flatMap(({ booking, ...line }) => {
    if (booking?.proposalId !== proposalId) return booking === undefined ? line : { ...line, booking };
    if (!booked.has(line.id)) return line;
    return booking.counted === line.counted ? [] : { ...line, stock: booking.stock };
  });

/** The orders that go short where pieces are missing. @param reservations of an item, the newest order first */
export function ordersShort(
  reservations: readonly StockReservation[],
  missing: number,
): readonly Pick<StockReservation, 'orderId' | 'orderNumber' | 'pieces'>[] {
  let left = missing;
  return reservations.flatMap(({ orderId, orderNumber, pieces }) => {
    const short = Math.min(left, pieces);
    left -= short;
    return short > 0 ? [{ orderId, orderNumber, pieces: short }] : [];
  });
}
