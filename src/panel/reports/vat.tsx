import { Group, Table, Text } from '@mantine/core';
import { type ReportQuery, useVat } from '../api/reports';
import { Empty, Failure, Loading } from '../parts/states';
import { money } from '../text/format';
import { useText } from '../text/text';
import { ExportTable } from './export';
import type { Cell } from './table-text';

/** Shows the VAT of the orders of a period, by rate. */
export function VatReport({ query }: { readonly query: ReportQuery }) {
  const { reports } = useText();
  const { data, error, refetch } = useVat(query);
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  const { rates, before } = data;
  if (rates.length === 0) return <Empty title={reports.empty} hint={reports.emptyHint} />;
  const earlier = new Map(before.rates.map(({ vatRate, vat }) => [vatRate, vat]));
  const sum = (of: (rate: (typeof rates)[number]) => number): number => rates.reduce((all, rate) => all + of(rate), 0);
  const { rate, base, vat, gross, vatBefore } = reports.vatColumns;
  const headings = [rate, base, vat, gross, vatBefore];
  const rows = [
    ...rates.map((each) => ({
      name: `%${each.vatRate}`,
      figures: [each.gross - each.vat, each.vat, each.gross, earlier.get(each.vatRate) ?? 0],
    })),
    {
      name: reports.totals,
      figures: [
        sum((each) => each.gross - each.vat),
        sum((each) => each.vat),
        sum((each) => each.gross),
        before.rates.reduce((all, each) => all + each.vat, 0),
      ],
    },
  ];
  return (
    <>
      <Group justify="flex-end">
        <ExportTable
          name={`rapor-kdv-${query.since}-${query.until}`}
          headings={headings}
          rows={rows.map(({ name, figures }): Cell[] => [name, ...figures.map((kurus) => ({ kurus }))])}
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
          {rows.map(({ name, figures }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              {figures.map((figure, at) => (
                <Table.Td key={headings[at + 1]} className="amount" data-head={headings[at + 1]}>
                  {money(figure)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {reports.vatHint}
      </Text>
    </>
  );
}
