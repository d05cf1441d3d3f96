import { client } from './client';
import { usePages } from './queries';
import type { StockItem, StockMovement } from './types';

/** Most names that one call looks up. */
const NAMES_MAX = 250;

/** Items of one page of the table of stock. */
const PAGE = 250;

export interface StockFilter {
  readonly text?: string | undefined;
  readonly out?: 'true' | undefined;
  readonly lowPieces?: string | undefined;
  readonly lowDays?: string | undefined;
  readonly sort?: string | undefined;
}

/** Lists all that has a stock. */
export const useStock = (filter: StockFilter) =>
  usePages<StockItem>(['stock'], '/v1/account/stock', { ...filter, total: 'true' }, () => false, PAGE);

/** Lists what moved the stock of an item, newest first. */
export const useStockMovements = (targetId: string) =>
  usePages<StockMovement>(['stock movements', targetId], '/v1/account/stock/movements', { targetId });

/** Finds items by barcodes or SKUs, or by their identifiers. */
export async function findStock(by: 'codes' | 'ids', names: readonly string[]): Promise<readonly StockItem[]> {
  const items = new Map<string, StockItem>();
  const distinctNames = [...new Set(names)];
  for (let at = 0; at < distinctNames.length; at += NAMES_MAX) {
    const body = { [by]: distinctNames.slice(at, at + NAMES_MAX) };
    const answer = await client.post<{ items: StockItem[] }>('/v1/account/stock/items', body);
    for (const item of answer.items) items.set(item.id, item);
  }
  return [...items.values()];
}
