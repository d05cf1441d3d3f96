import { useQueries } from '@tanstack/react-query';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import { client, ProblemError } from './client';
import { usePages } from './queries';
import type { ProposalDetail, StockItem, StockMovement, StockReservation } from './types';

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

/** Most items of which one call tells the orders. */
const RESERVED_MAX = 100;

/** Finds the newest orders for which pieces of items are reserved. @returns by the identifier of the item */
export async function findReservations(ids: readonly string[]): Promise<ReadonlyMap<string, StockReservation[]>> {
  const byItem = new Map<string, StockReservation[]>();
  for (let at = 0; at < ids.length; at += RESERVED_MAX) {
    const body = { ids: ids.slice(at, at + RESERVED_MAX) };
    const { items } = await client.post<{ items: StockReservation[] }>('/v1/account/stock/reservations', body);
    for (const each of items) byItem.set(each.id, [...(byItem.get(each.id) ?? []), each]);
  }
  return byItem;
}

const DECISION_MS = 5_000;

/** An act upon stocks that is over. */
interface Decided {
  readonly proposalId: string;
  /** The items whose stock it has changed. */
  readonly targetIds: ReadonlySet<string>;
}

/** Watches acts upon stocks until somebody has decided about them. @returns those that are over */
export const useDecided = (proposalIds: readonly string[]): readonly Decided[] =>
  useQueries({
    queries: proposalIds.map((proposalId) => ({
      queryKey: ['stock act', proposalId],
      queryFn: () => decidedBy(proposalId),
      refetchInterval: ({ state: { data } }: { state: { data: Decided | null | undefined } }) =>
        data ? (false as const) : DECISION_MS,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });

const OVER = new Set(['applied', 'rejected', 'withdrawn']);

/** @returns null: it is not over. An act that is not there has changed nothing */
async function decidedBy(proposalId: string): Promise<Decided | null> {
  const page = (query: object) =>
    client.get<ProposalDetail>(`/v1/proposals/${encodeURIComponent(proposalId)}`, { ...query });
  const targetIds = new Set<string>();
  try {
    const { state, items } = await page({ limit: 1 });
    if (!OVER.has(state)) return null;
    let cursor: string | null = null;
    do {
      const read: ProposalDetail | null =
        items.applied === 0 ? null : await page({ state: 'applied', limit: PROPOSAL_ITEMS_MAX, cursor });
      for (const { payload } of read?.list ?? []) targetIds.add((payload as { targetId: string }).targetId);
      cursor = read?.nextCursor ?? null;
    } while (cursor !== null);
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.status !== 404) throw error;
  }
  return { proposalId, targetIds };
}
