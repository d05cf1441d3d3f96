import { client, ProblemError } from '../api/client';
import type { StockItem } from '../api/types';
import { piecesIn } from './pieces';
import type { Staged } from './staged';

/** Stocks that are saved at once, each by its command; more become a bulk act. */
export const DIRECT_MAX = 20;

/** The stock that a write expects: below zero it is told as none. */
export const expectedOf = ({ stock }: Pick<StockItem, 'stock'>): number | null => stock && Math.max(0, stock);

/** A stock that was saved. */
export interface Saved {
  readonly targetId: string;
  readonly before: number | null;
  readonly stock: number | null;
}

interface Outcome {
  readonly saved: readonly Saved[];
  /** Stocks that had moved, with what they had come to. */
  readonly moved: readonly { readonly id: string; readonly stock: number | null }[];
}

/**
 * Saves stocks one by one. One that has moved is left out, and the rest goes on.
 * @throws {ProblemError} any other refusal, with what was saved before it on `Error.cause`
 */
export async function saveStocks(storeId: string, staged: readonly Staged[]): Promise<Outcome> {
  const saved: Saved[] = [];
  const moved: Outcome['moved'][number][] = [];
  for (const { item, text } of staged) {
    const payload = { targetId: item.id, stock: piecesIn(text), expectedStock: expectedOf(item) };
    try {
      const { result } = await client.run<Saved>({ storeId, command: 'catalog.stock.set', payload });
      saved.push(result);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      if (error.problem.code !== 'stock_conflict') throw Object.assign(error, { cause: saved });
      moved.push({ id: item.id, stock: error.problem.currentStock as number | null });
    }
  }
  return { saved, moved };
}

/** Takes saved stocks back, the last first. @returns those that had not moved since */
export async function takeBack(storeId: string, saved: readonly Saved[]): Promise<number> {
  let taken = 0;
  for (const { targetId, before, stock } of saved.toReversed()) {
    const payload = { targetId, stock: before && Math.max(0, before), expectedStock: stock };
    try {
      await client.run({ storeId, command: 'catalog.stock.set', payload });
      taken += 1;
    } catch (error) {
      if (!(error instanceof ProblemError) || error.problem.code !== 'stock_conflict') throw error;
    }
  }
  return taken;
}

/** A change of one stock in a bulk act. */
export interface StockChange {
  readonly targetId: string;
  readonly stock?: number | undefined;
  readonly delta?: number;
  readonly expectedStock: number | null;
}

/** A bulk act upon stocks, as its route takes it. */
export interface BulkStock {
  readonly ids: readonly string[];
  readonly changes: readonly StockChange[];
  readonly reason?: string;
}

export const bulkOf = (changes: readonly StockChange[], reason: string): BulkStock => ({
  ids: changes.map(({ targetId }) => targetId),
  changes,
  ...(reason.trim() ? { reason: reason.trim() } : {}),
});

/**
 * Asks for a bulk act upon stocks.
 * @param key of this very act: differences would be booked twice by two of them
 * @returns the id of its proposal
 */
export async function changeInBulk(act: BulkStock, key: string): Promise<string> {
  const { proposalId } = await client.post<{ proposalId: string }>('/v1/account/bulk/stock', act, key);
  return proposalId;
}
