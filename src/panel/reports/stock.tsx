import { Anchor, Group, Select, Stack, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Cell } from '../../kernel/table-text';
import { readStockReport, useStockReport } from '../api/reports';
import type { StockReport as Report } from '../api/types';
import { Visible } from '../parts/quoted';
import { Empty, Failure, Loading } from '../parts/states';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { Figures } from './change';
import { ExportTable } from './export';

const DAYS = ['30', '90', '180', '366'];

interface StockProps {
  readonly days: string;
  readonly choose: (days: string) => void;
}

/** Shows the worth of the stock, and the stock of which nothing was sold lately. */
export function StockReport({ days: asked, choose }: StockProps) {
  const { reports } = useText();
  const days = DAYS.includes(asked) ? asked : '90';
  const { data, error, refetch } = useStockReport(days);
  return (
    <Stack>
      <Select
        maw={260}
        label={reports.deadSince}
        allowDeselect={false}
        value={days}
        onChange={(chosen) => chosen && choose(chosen)}
        data={DAYS.map((value) => ({ value, label: reports.days(value) }))}
      />
      {data ? <Loaded report={data} days={days} /> : error ? <Failure error={error} retry={refetch} /> : <Loading />}
    </Stack>
  );
}

const titleOf = ({ title, variantTitle }: Report['items'][number]): string =>
  variantTitle === null ? title : `${title} · ${variantTitle}`;

const cellsOf = (item: Report['items'][number]): Cell[] => [
  titleOf(item),
  item.sku ?? '',
  { count: item.stock },
  { kurus: item.price },
  { kurus: item.value },
];

function Loaded({ report, days }: { readonly report: Report; readonly days: string }) {
  const texts = useText();
  const { reports } = texts;
  const { all, dead, items } = report;
  const counted = (value: number): string => count(value, texts);
  const { item, sku, stock, price, value } = reports.stockColumns;
  const headings = [item, sku, stock, price, value];
  return (
    <>
      <Figures
        figures={[
          { name: reports.stockValue, value: all.value, say: money },
          { name: reports.stockPieces, value: all.pieces, say: counted },
          { name: reports.stockItems, value: all.items, say: counted },
          { name: reports.deadValue, value: dead.value, say: money },
          { name: reports.deadPieces, value: dead.pieces, say: counted },
          { name: reports.deadItems, value: dead.items, say: counted },
        ]}
      />
      {items.length === 0 ? (
        <Empty title={reports.noneDead} />
      ) : (
        <>
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {dead.items > items.length ? reports.more(counted(items.length)) : ''}
            </Text>
            <ExportTable
              name="rapor-olu-stok"
              headings={headings}
              rows={items.map(cellsOf)}
              readAll={
                dead.items > items.length ? async () => (await readStockReport(days)).items.map(cellsOf) : undefined
              }
            />
          </Group>
          <Table className="rows orders" verticalSpacing="xs">
            <Table.Thead>
              <Table.Tr>
                {headings.map((heading, at) => (
                  <Table.Th key={heading} className={at < 2 ? '' : 'amount'}>
                    {heading}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((each) => (
                <Table.Tr key={each.variantId ?? each.productId}>
                  <Table.Td>
                    <Anchor component={Link} href={`/products/${each.productId}`} size="sm">
                      <Visible text={titleOf(each)} />
                    </Anchor>
                  </Table.Td>
                  <Table.Td className="value" data-head={sku}>
                    <Visible text={each.sku ?? '–'} />
                  </Table.Td>
                  <Table.Td className="amount" data-head={stock}>
                    {counted(each.stock)}
                  </Table.Td>
                  <Table.Td className="amount" data-head={price}>
                    {money(each.price)}
                  </Table.Td>
                  <Table.Td className="amount" data-head={value}>
                    {money(each.value)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </>
      )}
      <Text size="xs" c="dimmed">
        {reports.stockHint}
      </Text>
    </>
  );
}
