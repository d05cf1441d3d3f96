import { useQuery } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type financeList from '../../channel/channel.finance.list';
import { client } from './client';
import { answerBefore, usePages } from './queries';
import type { Page } from './types';

type Finance = Static<(typeof financeList)['result']>;
export type SettlementRow = Finance['items'][number];
export type SettledOrder = Finance['orders'][number];
export type SettledPeriod = NonNullable<Finance['periods']>[number];
export type PeriodName = 'week' | 'month';
type FinancePage = Page<SettlementRow> & Pick<Finance, 'orders' | 'asOf'>;

const WATCHING_MS = 30_000;
const LONG_PAGE = 100;

/** Orders of a marketplace with what is settled of them, those first of which something was told last. Each comes once. */
export function useSettledOrders(channel: string, orderNumber: string | undefined) {
  const path = `/v1/channel/${channel}/finance`;
  const query = usePages<SettlementRow>(['finance', channel], path, { orderNumber }, () => WATCHING_MS);
  const pages = (query.data?.pages ?? []) as FinancePage[];
  const orders = new Map(pages.flatMap((page) => page.orders).map((order) => [order.orderNumber, order]));
  return {
    asOf: pages[0]?.asOf ?? null,
    query: { ...query, data: query.data && { pages: [{ items: [...orders.values()] }] } },
  };
}

/** Reads the sums of a marketplace's rows by weeks or months, the oldest first. */
export const useSettledPeriods = (channel: string, period: PeriodName) =>
  useQuery({
    queryKey: ['finance', channel, 'by', period],
    queryFn: ({ signal }) =>
      client.get<Finance>(`/v1/channel/${channel}/finance`, { periods: period, limit: 1 }, signal),
    select: ({ periods }) => periods ?? [],
    placeholderData: answerBefore(['finance', channel, 'by']),
  });

type Ask = <T>(path: string, query: object) => Promise<T>;

/** Reads the rows of a marketplace whose time lies in a period, the newest first. @param ask asks the API and has patience */
export async function readSettlements(
  channel: string,
  { from, before }: { readonly from: string; readonly before: string },
  ask: Ask,
): Promise<SettlementRow[]> {
  const rows: SettlementRow[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Finance = await ask(`/v1/channel/${channel}/finance`, {
      limit: LONG_PAGE,
      ...(cursor ? { cursor } : {}),
    });
    rows.push(...page.items.filter(({ at }) => at >= from && at < before));
    const oldest = page.items.at(-1)?.at;
    if (page.nextCursor === null || (oldest !== undefined && oldest < from)) return rows;
    cursor = page.nextCursor;
  }
}
