import { AreaChart, BarChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { Box } from '@mantine/core';
import { DAY_MS } from '../../kernel/shop-time';
import type { SalesReport } from '../api/types';
import { day, money } from '../text/format';
import { useText } from '../text/text';

const HEIGHT = 260;
/** Bars that can be told apart. */
const BARS_MAX = 12;
/** A name that still fits beside its bar. */
const NAME_MAX = 22;

const lira = (kurus: number): number => kurus / 100;
const asMoney = (value: number): string => money(Math.round(value * 100));
const short = (value: number): string => new Intl.NumberFormat('tr-TR', { notation: 'compact' }).format(value);

interface DayChartProps {
  readonly report: SalesReport;
  /** The first and the last day of the shop. */
  readonly since: string;
  readonly until: string;
}

/** Draws the sales of each day over those of the period beside. The table below tells the same to whoever reads. */
export function DayChart({ report, since, until }: DayChartProps) {
  const texts = useText();
  const { reports } = texts;
  const totals = new Map(report.rows.map(({ key, total }) => [key, total]));
  const earlier = new Map(report.before.rows.map(({ key, total }) => [key, total]));
  const offset = Date.parse(report.since) - Date.parse(report.before.since);
  const data: Record<string, string | number>[] = [];
  for (let at = Date.parse(since); at <= Date.parse(until); at += DAY_MS) {
    const [key, before] = [at, at - offset].map((ms) => new Date(ms).toISOString().slice(0, 10)) as [string, string];
    data.push({
      day: day(key, texts),
      [reports.now]: lira(totals.get(key) ?? 0),
      [reports.earlier]: lira(earlier.get(before) ?? 0),
    });
  }
  return (
    <Figure name={reports.chartOfDays}>
      <AreaChart
        h={HEIGHT}
        data={data}
        dataKey="day"
        series={[
          { name: reports.now, color: 'teal.7' },
          { name: reports.earlier, color: 'gray.6', strokeDasharray: '4 4' },
        ]}
        curveType="linear"
        withLegend
        withDots={false}
        fillOpacity={0.12}
        valueFormatter={asMoney}
        yAxisProps={{ width: 56, tickFormatter: short }}
        areaChartProps={{ accessibilityLayer: false }}
      />
    </Figure>
  );
}

interface RankChartProps {
  readonly rows: readonly { readonly name: string; readonly total: number; readonly refunds: number }[];
}

/** Draws the largest rows, with the money that was given back. */
export function RankChart({ rows }: RankChartProps) {
  const { reports } = useText();
  const largest = rows.toSorted((left, right) => right.total - left.total).slice(0, BARS_MAX);
  return (
    <Figure name={reports.chartOfRows}>
      <BarChart
        h={Math.max(160, largest.length * 34 + 60)}
        data={largest.map(({ name, total, refunds }) => ({
          name: name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name,
          [reports.columns.total]: lira(total),
          [reports.columns.refunds]: lira(refunds),
        }))}
        dataKey="name"
        orientation="vertical"
        series={[
          { name: reports.columns.total, color: 'teal.7' },
          { name: reports.columns.refunds, color: 'orange.7' },
        ]}
        withLegend
        valueFormatter={asMoney}
        xAxisProps={{ tickFormatter: short }}
        yAxisProps={{ width: 110 }}
        barChartProps={{ accessibilityLayer: false }}
      />
    </Figure>
  );
}

const Figure = ({ name, children }: { readonly name: string; readonly children: React.ReactNode }) => (
  <Box component="figure" m={0} miw={0} role="img" aria-label={name}>
    {children}
  </Box>
);
