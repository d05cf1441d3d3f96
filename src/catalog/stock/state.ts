import { refuse } from '../../kernel/errors';
import { assertActive } from '../archivable/state';
import { STOCK_MAX } from './limits';
import type { StockItem } from './store';

type Stock = number | null;

/** @throws {Refusal} invalid_state of what is not sold: an archived product, or one of which the variants are */
export function assertSold(item: StockItem): void {
  assertActive(item);
  if (item.soldByVariant)
    refuse('invalid_state', 'The product is sold by variant, and each has a stock of its own.', {
      facts: { state: 'sold_by_variant' },
    });
}

/** A stock below zero is seen as none. @throws {Refusal} stock_conflict when the caller saw another stock */
export function assertExpectedStock(current: Stock, expected: Stock | undefined): void {
  if (expected === undefined || expected === (current && Math.max(0, current))) return;
  refuse('stock_conflict', `The stock is ${current ?? 'untracked'}, not ${expected ?? 'untracked'}.`, {
    facts: { currentStock: current },
  });
}

/** @throws {Refusal} stock_untracked, stock_out_of_range */
export function adjusted(current: Stock, delta: number): number {
  if (current === null)
    return refuse('stock_untracked', 'The item is always available; catalog.stock.set begins to count it.');
  const next = current + delta;
  // Below zero only an order of a marketplace takes it; whatever is added there fills the hole first.
  if ((next < 0 && delta < 0) || next > STOCK_MAX) {
    const facts = { currentStock: current };
    return refuse(
      'stock_out_of_range',
      `${current} ${delta < 0 ? '−' : '+'} ${Math.abs(delta)} is outside of 0 to ${STOCK_MAX}.`,
      { facts },
    );
  }
  return next;
}

/** Tells the movement from one stock to another. Untracked counts as nothing, so the deltas of an item always add up to its stock. */
export function movementBetween(before: Stock, after: Stock): { kind: 'set' | 'track' | 'untrack'; delta: number } {
  const kind = before === null ? 'track' : after === null ? 'untrack' : 'set';
  return { kind, delta: (after ?? 0) - (before ?? 0) };
}
