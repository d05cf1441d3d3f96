import { Anchor, Group, Select, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { type ReportQuery, readSales, useSales } from '../api/reports';
import type { SalesReport as Report, SalesRow } from '../api/types';
import { useChannelName } from '../orders/channel-name';
import { useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading } from '../parts/states';
import { count, day, money } from '../text/format';
import { useText } from '../text/text';
import { Figures } from './change';
import { DayChart, RankChart } from './charts';
import { ExportTable } from './export';
import { COLUMNS, type Column, type Division, hasRest, isCount, salesHeadings, salesRows } from './rows';

interface SalesProps {
  readonly query: ReportQuery;
  readonly by: string;
  readonly choose: (by: string) => void;
}

/** Shows the sales of a period: their sums, a chart and a table. */
export function SalesReport({ query, by: asked, choose }: SalesProps) {
  const { reports } = useText();
  const by = (asked in reports.by ? asked : 'day') as Division;
  const { data, error, refetch } = useSales({ ...query, by });
  return (
    <>
      <Select
        maw={260}
        label={reports.division}
        allowDeselect={false}
        value={by}
        onChange={(chosen) => chosen && choose(chosen)}
        data={Object.entries(reports.by).map(([value, label]) => ({ value, label }))}
      />
      {data ? (
        <Loaded report={data} by={by} query={query} />
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <Loading />
      )}
    </>
  );
}

const SHOWN = ['total', 'net', 'orders', 'pieces', 'refunds', 'returns'] as const;

interface LoadedProps {
  readonly report: Report;
  readonly by: Division;
  readonly query: ReportQuery;
}

function Loaded({ report, by, query }: LoadedProps) {
  const texts = useText();
  const { reports } = texts;
  const nameOf = useRowName(by);
  const { totals, rows, rest, more, before } = report;
  const say = (column: Column) => (value: number) => (isCount(column) ? count(value, texts) : money(value));
  const headings = salesHeadings(by, reports);
  const saved = salesRows(report, nameOf, reports);
  return (
    <>
      <Figures
        figures={SHOWN.map((column) => ({
          name: reports.columns[column],
          value: totals[column],
          before: before.totals[column],
          say: say(column),
        }))}
      />
      {rows.length === 0 ? (
        <Empty title={reports.empty} hint={reports.emptyHint} />
      ) : (
        <>
          {by === 'day' ? (
            <DayChart report={report} since={query.since} until={query.until} />
          ) : (
            <RankChart rows={rows.map((row) => ({ name: nameOf(row), total: row.total, refunds: row.refunds }))} />
          )}
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {more ? reports.more(count(rows.length, texts)) : ''}
            </Text>
            <ExportTable
              name={`rapor-${by}-${query.since}-${query.until}`}
              headings={headings}
              rows={saved}
              readAll={more ? async () => salesRows(await readSales({ ...query, by }), nameOf, reports) : undefined}
            />
          </Group>
          <Table className="rows orders" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {headings.map((heading, at) => (
                  <Table.Th key={heading} className={at === 0 ? '' : 'amount'}>
                    {heading}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Row key={row.key ?? ''} name={<RowName row={row} by={by} name={nameOf(row)} />} row={row} say={say} />
              ))}
              {hasRest(report) && <Row name={reports.rest} row={rest} say={say} />}
              <Row name={<strong>{reports.totals}</strong>} row={totals} say={say} />
            </Table.Tbody>
          </Table>
          <Text size="xs" c="dimmed">
            {reports.salesHint}
          </Text>
        </>
      )}
    </>
  );
}

interface RowProps {
  readonly name: React.ReactNode;
  readonly row: Readonly<Partial<Record<Column, number>>>;
  readonly say: (column: Column) => (value: number) => string;
}

function Row({ name, row, say }: RowProps) {
  const { reports } = useText();
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      {COLUMNS.map((column) => {
        const value = row[column];
        return (
          <Table.Td key={column} className="amount" data-head={reports.columns[column]}>
            {value === undefined ? '–' : say(column)(value)}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}

/** Names a row, as people call the day, the channel, the way of payment, the product or the category. */
function useRowName(by: Division): (row: SalesRow) => string {
  const texts = useText();
  const channelName = useChannelName();
  const method = useWord('order', 'paymentMethod');
  return ({ key, name }) => {
    if (key === null) return texts.reports.none[by];
    if (by === 'day') return day(key, texts);
    if (by === 'channel') return channelName(key);
    if (by === 'payment') return method(key);
    return visibleText(name ?? key);
  };
}

interface RowNameProps {
  readonly row: SalesRow;
  readonly by: Division;
  readonly name: string;
}

/** A product and a category lead to their pages. */
function RowName({ row: { key }, by, name }: RowNameProps) {
  const page = { product: '/products', category: '/categories' }[by as 'product'];
  if (page === undefined || key === null) return <Visible text={name} />;
  return (
    <Anchor component={Link} href={`${page}/${key}`} size="sm">
      <Visible text={name} />
    </Anchor>
  );
}
