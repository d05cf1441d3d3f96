import { useQuery } from '@tanstack/react-query';
import { ROWS_MAX } from '../../report/limits';
import { client, untilAnswered } from './client';
import { answerBefore } from './queries';
import type { SalesReport, StockReport, VatReport } from './types';

/** A period of a report by days of the shop, both with it, and the period beside it. */
export interface ReportQuery {
  readonly since: string;
  readonly until: string;
  readonly compare: 'before' | 'year';
}

export const useSales = (query: ReportQuery & { readonly by: string }) =>
  useQuery({
    queryKey: ['report', 'sales', query.by, query],
    queryFn: ({ signal }) => client.get<SalesReport>('/v1/account/reports/sales', { ...query }, signal),
    // Rows of another division would stand under the names of this one.
    placeholderData: answerBefore(['report', 'sales', query.by]),
  });

/** Asks for as many rows as a saved table has; a report of a long period may be counted for a while. */
const readLong = <T>(path: string, query: object): Promise<T> =>
  untilAnswered(() => client.get<T>(path, { ...query, rows: ROWS_MAX }), { statuses: [429, 503] });

export const readSales = (query: ReportQuery & { readonly by: string }): Promise<SalesReport> =>
  readLong('/v1/account/reports/sales', query);

export const readStockReport = (days: string): Promise<StockReport> => readLong('/v1/account/reports/stock', { days });

export const useVat = (query: ReportQuery) =>
  useQuery({
    queryKey: ['report', 'vat', query],
    queryFn: ({ signal }) => client.get<VatReport>('/v1/account/reports/vat', { ...query }, signal),
  });

/** Reads the worth of the stock. @param days without a sale, after which stock is dead */
export const useStockReport = (days: string) =>
  useQuery({
    queryKey: ['report', 'stock', days],
    queryFn: ({ signal }) => client.get<StockReport>('/v1/account/reports/stock', { days }, signal),
  });
