import { Button, Group, Text } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { beginOfDay } from '../../kernel/shop-time';
import type { CellRow, Sheet } from '../../kernel/table-text';
import { orderSheet } from '../../order/answer/sheet';
import { client, type ProblemError, untilAnswered } from '../api/client';
import { readSettlements, type SettlementRow } from '../api/finance';
import { useChannels } from '../api/queries';
import type { ReportQuery } from '../api/reports';
import type { SalesReport, VatReport } from '../api/types';
import { tellProblem } from '../parts/confirm';
import { type Declared, useMeanings, useWord } from '../parts/meaning';
import { saveWorkbook } from '../parts/table-file';
import { count, day } from '../text/format';
import { useText } from '../text/text';
import type { Texts } from '../text/tr';
import { readSettledRefunds, refundsSheet } from './refunds-sheet';
import { salesHeadings, salesRows, vatCells, vatHeadings, vatRows } from './rows';

/** A long period has more pages than a session may ask for in a minute. */
const LATER = { statuses: [429, 503] };
const ask = <T,>(path: string, query: object): Promise<T> =>
  untilAnswered(() => client.get<T>(path, { ...query }), LATER);

/** Saves the period for the accountant: orders, refunds, days, VAT and settlements, each as a sheet of one workbook. */
export function AccountsFile({ query }: { readonly query: ReportQuery }) {
  const texts = useText();
  const { meanings } = useMeanings();
  const kindWord = useWord('marketplace settlement', 'kind');
  const methodWord = useWord('refund', 'method');
  const channels = (useChannels().data ?? []).filter(({ installed }) => installed);
  const [written, setWritten] = useState<number | null>(null);
  const { since, until } = query;
  const write = async (): Promise<void> => {
    setWritten(0);
    try {
      const orders = await ordersOf(query, { meanings, texts, told: setWritten });
      const refunds = refundsSheet(await readSettledRefunds(query, ask), { texts, methodWord });
      const sheets = [orders, refunds, ...(await sumsOf(query, texts))];
      for (const { key, name } of channels) {
        const rows = await readSettlements(key, periodOf(query), (path, asked) => ask(path, asked));
        if (rows.length > 0) sheets.push(settlementsOf(name, rows, { texts, kindWord }));
      }
      await saveWorkbook(`${texts.reports.accountsName}-${since}-${until}`, sheets);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setWritten(null);
  };
  return (
    <Group gap="xs">
      <Button
        variant="default"
        leftSection={<DownloadIcon aria-hidden />}
        disabled={written !== null}
        onClick={() => void write()}
      >
        {written ? `${texts.reports.accounts}: ${count(written, texts)}` : texts.reports.accounts}
      </Button>
      <Text size="sm" c="dimmed">
        {texts.reports.accountsHint}
      </Text>
    </Group>
  );
}

/** The moments at which the days of a period begin and are over. */
const periodOf = ({ since, until }: ReportQuery) => ({
  from: beginOfDay(since) as string,
  before: beginOfDay(until, 1) as string,
});

interface OrdersOptions {
  readonly meanings: Declared['meanings'];
  readonly texts: Texts;
  /** Hears how many orders are read. */
  told(orders: number): void;
}

async function ordersOf(query: ReportQuery, { meanings, texts, told }: OrdersOptions): Promise<Sheet> {
  const { from, before } = periodOf(query);
  const door: Parameters<typeof orderSheet>[0] = { get: ask, post: (path, body) => client.post(path, body) };
  const filter = { placedSince: from, placedBefore: before, sort: 'placedAt' };
  const rows: CellRow[] = [];
  let orders = 0;
  for await (const page of orderSheet(door, { query: filter, withIdentities: false, meanings })) {
    rows.push(...page.rows);
    orders += page.orders;
    told(orders);
  }
  return { name: texts.reports.sheets.orders, rows };
}

async function sumsOf(query: ReportQuery, texts: Texts): Promise<Sheet[]> {
  const { reports } = texts;
  const sales = await ask<SalesReport>('/v1/account/reports/sales', { ...query, by: 'day' });
  const vat = await ask<VatReport>('/v1/account/reports/vat', query);
  return [
    {
      name: reports.sheets.days,
      rows: [salesHeadings('day', reports), ...salesRows(sales, ({ key }) => (key ? day(key, texts) : ''), reports)],
    },
    { name: reports.sheets.vat, rows: [vatHeadings(reports), ...vatRows(vat, reports).map(vatCells)] },
  ];
}

interface SettlementsOptions {
  readonly texts: Texts;
  kindWord(kind: string): string;
}

function settlementsOf(
  channel: string,
  rows: readonly SettlementRow[],
  { texts, kindWord }: SettlementsOptions,
): Sheet {
  const { settlementColumns: columns, sheets } = texts.reports;
  return {
    name: sheets.settlements(channel),
    rows: [
      Object.values(columns),
      ...rows.map(
        (row): CellRow => [
          { at: row.at },
          kindWord(row.kind),
          row.typeWord,
          { code: row.orderNumber ?? '' },
          row.description ?? '',
          { kurus: row.credit },
          { kurus: row.debt },
          { kurus: row.revenue },
          { kurus: row.commission },
          { code: row.paymentOrderId ?? '' },
          row.paymentAt === null ? '' : { at: row.paymentAt },
        ],
      ),
    ],
  };
}
