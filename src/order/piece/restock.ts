import { STOCK_MAX } from '../../catalog/stock/limits';
import { recordMoved, type StockMoved } from '../../catalog/stock/sale';
import { lockForSale, sendSaleMovements } from '../../catalog/stock/sale-store';
import type { MutationContext } from '../../kernel/declaration/context';
import type { OrderLine } from '../line/table';

/** Pieces by the id of their line. */
export type Pieces = ReadonlyMap<string, number>;

/**
 * The pieces of each line that were taken from stock and have no known place yet. A receipt of a return decides about its pieces, and
 * damaged or lost ones never come back to stock.
 */
export const whatIsLeft = (lines: readonly OrderLine[]): Pieces =>
  new Map(lines.map(({ id, quantity, returned, unsent, lost }) => [id, quantity - returned - unsent - lost]));

/**
 * Brings pieces of the lines of a locked order back to stock, of each line no more than was taken for it. What is counted no more, or is
 * sold in another form by now, has no stock that they could come back to.
 * @returns how many pieces of each line came back, and the lines as they are to be saved
 */
export async function restock(
  context: MutationContext,
  lines: readonly OrderLine[],
  wanted: Pieces,
): Promise<{ readonly back: Pieces; readonly lines: readonly OrderLine[] }> {
  const { tx, storeId, now, newId } = context;
  const some = lines.flatMap(({ productId, ...line }) => {
    const pieces = piecesOf(line, wanted);
    return productId !== null && pieces > 0 ? [{ line: { ...line, productId }, pieces }] : [];
  });
  if (some.length === 0) return { back: new Map(), lines };
  const items = await lockForSale(
    tx,
    storeId,
    some.map(({ line }) => line),
  );
  const moved = new Map<string, StockMoved>();
  const done = new Map<string, number>();
  for (const { line, pieces } of some) {
    const name = line.variantId ?? line.productId;
    const item = items.get(name);
    if (!item || item.stock === null || item.soldByVariant) continue;
    const { before, after } = moved.get(name) ?? { before: item.stock, after: item.stock };
    if (after + pieces > STOCK_MAX) continue;
    moved.set(name, { productId: item.productId, variantId: item.variantId, before, after: after + pieces });
    done.set(line.id, pieces);
  }
  const [{ orderId }] = lines as [OrderLine];
  sendSaleMovements(tx, storeId, [...moved.values()], { kind: 'restocked', orderId, now, newId });
  recordMoved(context, [...moved.values()]);
  return {
    back: done,
    lines: lines.map((line) => ({ ...line, restocked: line.restocked + (done.get(line.id) ?? 0) })),
  };
}

const piecesOf = (
  { id, stockTaken, restocked }: Pick<OrderLine, 'id' | 'stockTaken' | 'restocked'>,
  wanted: Pieces,
): number => Math.min(wanted.get(id) ?? 0, stockTaken - restocked);
