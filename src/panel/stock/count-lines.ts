import { THINGS_MAX } from '../../bulk/limits';
import type { StockItem } from '../api/types';
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

/** Tells whether the line changes a stock. An item that nobody counts is counted from now on. */
export const differs = (line: CountLine, withReserved: boolean): boolean =>
  line.stock === null ? piecesIn(line.counted) !== undefined : (differenceOf(line, withReserved) ?? 0) !== 0;

/** Marks lines whose stock has moved since they were counted. @param items as they are now */
export function withMoved(lines: readonly CountLine[], items: readonly StockItem[]): readonly CountLine[] {
  const now = new Map(items.map((item) => [item.id, item]));
  return lines.map(({ moved: _, ...line }) => {
    const item = now.get(line.id);
    if (!item || item.stock === line.stock) return line;
    return { ...line, moved: { stock: item.stock, reserved: item.reserved } };
  });
}

/** Takes the stock of now for what is expected. */
export const renewed = (lines: readonly CountLine[]): readonly CountLine[] =>
  lines.map(({ moved, ...line }) => (moved ? { ...line, ...moved } : line));
