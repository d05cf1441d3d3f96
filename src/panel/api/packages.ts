import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client } from './client';
import { answerBefore, usePages } from './queries';
import type { ListedOrder, Order, Page } from './types';

const WATCHING_MS = 10_000;
/** Packages move without the row of their order, e.g. when an invoice of theirs is known there. */
const PACKAGES_MS = 60_000;
/** The packages of each are asked for by themselves. */
const PER_PAGE = 20;

/** Stages of orders whose packages have not left. */
export const packingStages = ['unfulfilled', 'partially_fulfilled', 'fulfilled'] as const;
export type PackingStage = (typeof packingStages)[number];

const ofStage = (channel: string, fulfilment: PackingStage) => ({ channel, payment: 'paid', fulfilment });

/** Orders of a marketplace whose packages have not left, those that wait longest first. */
export const usePackedOrders = (channel: string, stage: PackingStage) =>
  usePages<ListedOrder>(
    ['orders', 'packed'],
    '/v1/orders',
    { ...ofStage(channel, stage), sort: 'placedAt', total: 'true' },
    () => WATCHING_MS,
    PER_PAGE,
  );

const toPrepare = (channel: string) => ({
  queryKey: ['orders', 'to prepare', channel],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.get<Page<ListedOrder>>(
      '/v1/orders',
      { ...ofStage(channel, 'unfulfilled'), total: 'true', limit: 1 },
      signal,
    ),
  select: ({ total }: Page<ListedOrder>) => total ?? 0,
  refetchInterval: WATCHING_MS,
});

/** The number of orders of a marketplace with packages that nobody has begun to prepare. */
export const useToPrepare = (channel: string) => useQuery(toPrepare(channel));

/** The same of each channel, in the order of the channels. */
export const useAllToPrepare = (channels: readonly string[]) => useQueries({ queries: channels.map(toPrepare) });

/** The order of a row of a list, with its packages and lines. */
export const useOrderOf = ({ id, rev }: Pick<ListedOrder, 'id' | 'rev'>) =>
  useQuery({
    queryKey: ['order', id, 'of row', rev],
    queryFn: ({ signal }) => client.get<Order>(`/v1/orders/${encodeURIComponent(id)}`, {}, signal),
    refetchInterval: PACKAGES_MS,
    placeholderData: answerBefore(['order', id, 'of row']),
  });

/** Beyond these, who looks says so. */
const PAGES_AT_ONCE = 4;

interface FoundOrders {
  readonly orders: readonly ListedOrder[];
  readonly query: ReturnType<typeof usePages<ListedOrder>>;
  readonly isSearching: boolean;
  /** Looks through older ones; null: there are none, or all that there are were found. */
  readonly goOn: (() => void) | null;
}

/**
 * Looks for orders of a marketplace, newest first.
 * @param filter of the list
 * @param known how many there are, as far as it is known
 */
export function useFoundOrders(
  channel: string,
  filter: 'unmapped' | 'oversold',
  isWanted: (order: ListedOrder) => boolean,
  known?: number,
): FoundOrders {
  const query = usePages<ListedOrder>(['orders', 'found'], '/v1/orders', {
    ...{ channel, payment: 'paid', [filter]: 'true' },
  });
  const [most, setMost] = useState(PAGES_AT_ONCE);
  const { data, hasNextPage, isFetching, fetchNextPage, error } = query;
  const pages = data?.pages ?? [];
  const orders = pages.flatMap(({ items }) => items).filter(isWanted);
  const isAll = !hasNextPage || (known !== undefined && orders.length >= known);
  const goesOn = !isAll && pages.length < most && !error;
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage();
  }, [goesOn, isFetching, fetchNextPage]);
  return {
    orders,
    query,
    isSearching: query.isPending || goesOn,
    goOn: isAll || goesOn ? null : () => setMost(pages.length + PAGES_AT_ONCE),
  };
}
