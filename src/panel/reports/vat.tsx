import { Group, Table, Text } from '@mantine/core';
import { type ReportQuery, useVat } from '../api/reports';
import { Empty, Failure, Loading } from '../parts/states';
import { money } from '../text/format';
import { useText } from '../text/text';
import { ExportTable } from './export';
import { vatCells, vatHeadings, vatRows } from './rows';

/** Shows the VAT of the orders of a period, by rate. */
export function VatReport({ query }: { readonly query: ReportQuery }) {
  const texts = useText();
  const { data, error, refetch } = useVat(query);
  if (!data) return error ? <Failure error={error} retry={refetch} /> : <Loading />;
  if (data.rates.length === 0 && data.before.rates.length === 0)
    return <Empty title={texts.reports.empty} hint={texts.reports.emptyHint} />;
  const headings = vatHeadings(texts.reports);
  const rows = vatRows(data, texts.reports);
  return (
    <>
      <Group justify="flex-end">
        <ExportTable name={`rapor-kdv-${query.since}-${query.until}`} headings={headings} rows={rows.map(vatCells)} />
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
        {texts.reports.vatHint}
      </Text>
    </>
  );
}
