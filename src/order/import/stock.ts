import { STOCK_MAX } from '../../catalog/stock/limits';
import { recordMoved, type StockMoved } from '../../catalog/stock/sale';
import { lockForSale, type SaleItem, sendSaleMovements } from '../../catalog/stock/sale-store';
import type { MutationContext } from '../../kernel/declaration/context';
import type { OrderLine } from '../line/table';
import type { PackageRow } from '../package/table';

export type HeldPieces = PackageRow['held'];

interface Item {
  readonly productId: string;
  readonly variantId: string | null;
}

const nameOf = ({ productId, variantId }: Item): string => variantId ?? productId;

type Kind = 'sold' | 'held' | 'released';

/**
 * Stock of the items of one import, locked. A marketplace has sold already, so nothing is refused: stock may fall below zero here, and
 * here alone.
 */
export class ImportStock {
  private readonly level = new Map<string, number>();
  private readonly moved: { kind: Kind; orderId: string | null; move: StockMoved }[] = [];

  private constructor(
    private readonly context: MutationContext,
    private readonly items: ReadonlyMap<string, SaleItem>,
  ) {
    for (const [name, { stock }] of items) if (stock !== null) this.level.set(name, stock);
  }

  static async of(context: MutationContext, wanted: readonly Item[]): Promise<ImportStock> {
    const items = wanted.length > 0 ? await lockForSale(context.tx, context.storeId, wanted) : new Map();
    return new ImportStock(context, items);
  }

  /** Finds the item; undefined: it is not there, or its variants are sold. */
  item(of: Item): SaleItem | undefined {
    const item = this.items.get(nameOf(of));
    return item?.soldByVariant ? undefined : item;
  }

  /** @returns how many pieces were not there; undefined: nobody counts it, and nothing was taken */
  take(of: Item, quantity: number, kind: 'sold' | 'held', orderId: string | null): number | undefined {
    const before = this.level.get(nameOf(of));
    if (before === undefined || before - quantity < -STOCK_MAX) return undefined;
    this.move(of, -quantity, kind, orderId);
    return quantity - Math.min(quantity, Math.max(0, before));
  }

  /** The number of pieces that are sold and not there. */
  missing(of: Item): number {
    return Math.max(0, -(this.level.get(nameOf(of)) ?? 0));
  }

  /** Tells that held pieces are sold; nothing moves again. */
  takeHeld(of: Item, orderId: string): void {
    if (this.level.has(nameOf(of))) this.move(of, 0, 'sold', orderId);
  }

  release(of: Item, quantity: number): void {
    const before = this.level.get(nameOf(of));
    if (before !== undefined && before + quantity <= STOCK_MAX) this.move(of, quantity, 'released', null);
  }

  private move({ productId, variantId }: Item, by: number, kind: Kind, orderId: string | null): void {
    const name = nameOf({ productId, variantId });
    const before = this.level.get(name) as number;
    const after = before + by;
    this.level.set(name, after);
    const last = this.moved.at(-1);
    if (last?.kind === kind && last.orderId === orderId && nameOf(last.move) === name)
      this.moved[this.moved.length - 1] = { ...last, move: { ...last.move, after } };
    else this.moved.push({ kind, orderId, move: { productId, variantId, before, after } });
  }

  /** Sends and records the moves of stock. */
  write(): void {
    const { tx, storeId, now, newId } = this.context;
    for (const { kind, orderId, move } of this.moved) {
      sendSaleMovements(tx, storeId, [move], { kind, orderId, now, newId });
      if (move.before !== move.after) recordMoved(this.context, [move]);
    }
  }
}

/** Pieces that packages have held before they became an order: they are sold first. */
export class HeldStock {
  private readonly left: { productId: string; variantId: string | null; quantity: number; oversold: number }[];

  constructor(held: HeldPieces) {
    this.left = held.map((each) => ({ ...each }));
  }

  /** @returns how many pieces come from what was held, and how many of those were not there */
  use(of: Item, quantity: number): { readonly quantity: number; readonly oversold: number } {
    let [used, oversold] = [0, 0];
    for (const each of this.left) {
      if (nameOf(each) !== nameOf(of)) continue;
      const pieces = Math.min(each.quantity, quantity - used);
      // Pieces that were there are used first.
      const short = Math.max(0, pieces - (each.quantity - each.oversold));
      each.quantity -= pieces;
      each.oversold -= short;
      used += pieces;
      oversold += short;
    }
    return { quantity: used, oversold };
  }

  release(stock: ImportStock): void {
    for (const each of this.left) if (each.quantity > 0) stock.release(each, each.quantity);
  }
}

/** Takes pieces of a line, first those that were held for it. */
export function takePieces(
  line: OrderLine,
  quantity: number,
  { stock, held }: { readonly stock: ImportStock; readonly held: HeldStock },
): OrderLine {
  const { productId, variantId, orderId } = line;
  if (productId === null || quantity === 0) return line;
  const item = { productId, variantId };
  const kept = held.use(item, quantity);
  if (kept.quantity > 0) stock.takeHeld(item, orderId);
  const fresh = quantity - kept.quantity;
  const short = fresh > 0 ? stock.take(item, fresh, 'sold', orderId) : 0;
  return {
    ...line,
    stockTaken: line.stockTaken + kept.quantity + (short === undefined ? 0 : fresh),
    oversold: line.oversold + kept.oversold + (short ?? 0),
  };
}

/**
 * Takes pieces of a line that were cancelled, and go out after all. They may have been oversold before: more than are missing by now are not
 * oversold once more.
 */
export function takenAgain(
  line: OrderLine,
  quantity: number,
  /** Pieces of the line that went back to stock by a cancellation. */
  restocked: number,
  from: Parameters<typeof takePieces>[2],
): OrderLine {
  const { productId, variantId } = line;
  const after = takePieces(line, quantity, from);
  if (productId === null) return after;
  const returned = Math.min(after.stockTaken - line.stockTaken, restocked);
  const missing = from.stock.missing({ productId, variantId });
  return {
    ...after,
    stockTaken: after.stockTaken - returned,
    restocked: line.restocked - returned,
    oversold: Math.max(line.oversold, Math.min(after.oversold, missing)),
  };
}
