import type { Coded } from '../../catalog/barcode/store';
import type { OrderLine } from '../line/table';
import type { PackageRow } from '../package/table';
import { HeldStock, type ImportStock, takenAgain, takePieces } from './stock';

/** Finds the item of the catalog that carries the barcode. */
export const codedOf = ({ barcode }: { readonly barcode: string | null }, coded: ReadonlyMap<string, Coded>) =>
  barcode === null ? undefined : coded.get(barcode);

/** Holds stock for a package that waits. @returns its holds by now */
export function heldFor(
  { state, lines, held }: PackageRow,
  coded: ReadonlyMap<string, Coded>,
  stock: ImportStock,
): PackageRow['held'] {
  if (state !== 'waiting') return [];
  const wanted = new Map<string, { productId: string; variantId: string | null; quantity: number }>();
  for (const line of lines) {
    const item = codedOf(line, coded);
    if (!item || !stock.item(item)) continue;
    const { productId, variantId } = item;
    const { quantity = 0 } = wanted.get(variantId ?? productId) ?? {};
    wanted.set(variantId ?? productId, { productId, variantId, quantity: quantity + line.quantity });
  }
  const holds = new HeldStock(held);
  const after = [...wanted.values()].flatMap(({ quantity, ...item }) => {
    const used = holds.use(item, quantity);
    const fresh = quantity - used.quantity;
    const short = fresh > 0 ? stock.take(item, fresh, 'held', null) : 0;
    const pieces = used.quantity + (short === undefined ? 0 : fresh);
    return pieces > 0 ? [{ ...item, quantity: pieces, oversold: used.oversold + (short ?? 0) }] : [];
  });
  holds.release(stock);
  return after;
}

/**
 * Takes the new pieces of the lines from stock that are not cancelled. A line that gets its product by this merge takes all of its pieces.
 * Cancelled pieces that go on are taken again if they went back to stock.
 */
export function takenFor(
  stood: readonly OrderLine[],
  lines: readonly OrderLine[],
  /** Pieces of lines that went back to stock with a return: none of them was cancelled. */
  returned: ReadonlyMap<string, number>,
  from: Parameters<typeof takePieces>[2],
): readonly OrderLine[] {
  return lines.map((line, place) => {
    const before = stood[place];
    if (line.productId === null) return line;
    // A piece that has come back by a claim is here.
    if (before === undefined || before.productId === null)
      return takePieces(line, Math.max(0, line.quantity - line.unsent - line.returned), from);
    const goesOn = Math.max(0, before.unsent - line.unsent);
    if (goesOn > 0) {
      // Cancelled pieces that do not go back to stock are taken still.
      const restocked = before.restocked - (returned.get(line.id) ?? 0);
      const keptPieces = Math.max(0, before.stockTaken - restocked - (before.quantity - before.unsent));
      const again = takenAgain(line, Math.max(0, goesOn - keptPieces), restocked, from);
      return takePieces(again, line.quantity - before.quantity, from);
    }
    const more = line.quantity - before.quantity - (line.unsent - before.unsent);
    return takePieces(line, Math.max(0, more), from);
  });
}
