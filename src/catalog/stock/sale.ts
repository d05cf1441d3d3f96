import type { Recorder } from '../../kernel/declaration/context';

/** The stock of an item that an order moves. */
export interface StockMoved {
  readonly productId: string;
  readonly variantId: string | null;
  readonly before: number;
  readonly after: number;
}

/** Records what an order does to the stock of what is sold. */
export function recordMoved({ record }: Pick<Recorder, 'record'>, moved: readonly StockMoved[]): void {
  for (const { productId, variantId, before, after } of moved)
    record(
      variantId ? 'variant' : 'product',
      variantId ?? productId,
      { stock: before },
      { stock: after },
      { productId },
    );
}
