import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { cellOf, type Kind, type Value } from '../../../catalog/spreadsheet/cell';
import { FIELD } from '../../../catalog/spreadsheet/columns';
import type { Declared } from '../../../catalog/spreadsheet/door';
import { CREATE } from '../../../catalog/spreadsheet/plan';
import { type ReadableColumn, readableColumns, sampleRows } from '../../../catalog/spreadsheet/readable';
import { sheetBytes } from '../../../catalog/spreadsheet/sheet';
import { fieldOf, wordOf } from '../../../kernel/schema/meaning';
import type { Cell } from '../../../kernel/table-text';
import { client, type ProblemError } from '../../api/client';
import { useCommands } from '../../api/queries';
import { tellProblem } from '../../parts/confirm';
import { useMeanings, wordIn } from '../../parts/meaning';
import { Part } from '../../parts/part';
import { Visible } from '../../parts/quoted';
import { save } from '../../parts/save-file';
import { Failure, Loading } from '../../parts/states';
import { saveTable, type TableFormat } from '../../parts/table-file';
import { importColumns } from '../../text/import-columns';
import { useText } from '../../text/text';
import { doorOf } from './door';
import { FORMAT } from './format';

const NEVER = new AbortController().signal;

/** Asks for the columns that an import reads, as the server declares them just now. */
function useReadableColumns() {
  const commands = useCommands().data?.items;
  return useQuery<readonly ReadableColumn[], ProblemError>({
    queryKey: ['import-columns'],
    enabled: commands !== undefined,
    queryFn: async ({ signal }) => {
      const { items: routes } = await client.get<{ items: Declared['routes'] }>('/v1/routes', {}, signal);
      return readableColumns(doorOf({ routes, commands: commands ?? [] }, () => NEVER));
    },
  });
}

/** Tells which columns an import reads, and saves a table that has all of them. */
export function ReadableColumns() {
  const { data: columns, error, refetch } = useReadableColumns();
  const said = importColumns[useText().language];
  return (
    <Part title={said.title} lead={said.lead}>
      <Stack gap="sm" mt="sm">
        {error && <Failure error={error} retry={refetch} />}
        {!columns && !error && <Loading />}
        {columns && (
          <>
            <Sample columns={columns} />
            <ColumnTable columns={columns} />
            <Text size="sm" c="dimmed">
              {said.telling}
            </Text>
          </>
        )}
      </Stack>
    </Part>
  );
}

interface ColumnsProps {
  readonly columns: readonly ReadableColumn[];
}

/** A workbook has amounts and counts as numbers to reckon with. */
function typedCell(value: Value, kind: Kind, entries: Kind): Cell {
  if (typeof value !== 'number') return cellOf(value, kind, entries);
  return kind === 'money' ? { kurus: value } : { count: value };
}

const formats: readonly TableFormat[] = ['xlsx', 'csv'];

function Sample({ columns }: ColumnsProps) {
  const texts = useText();
  const { language } = texts;
  const said = importColumns[language];
  const write = async (format: TableFormat): Promise<void> => {
    try {
      if (format === 'xlsx')
        await saveTable(said.file, format, sampleRows(columns, language, said.products, typedCell));
      else {
        const bytes = sheetBytes(sampleRows(columns, language, said.products, cellOf), FORMAT, true);
        save({ name: `${said.file}.csv`, bytes: new Blob([bytes], { type: 'text/csv' }) });
      }
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
  };
  return (
    <>
      <Text size="sm">{said.sample}</Text>
      <Group gap="xs">
        {formats.map((format) => (
          <Button
            key={format}
            variant="default"
            leftSection={<DownloadIcon aria-hidden />}
            onClick={() => void write(format)}
          >
            {said.saveAs[format]}
          </Button>
        ))}
      </Group>
    </>
  );
}

function ColumnTable({ columns }: ColumnsProps) {
  const { language } = useText();
  const said = importColumns[language];
  return (
    <Table className="rows">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={190}>{said.column}</Table.Th>
          <Table.Th>{said.holds}</Table.Th>
          <Table.Th w={240}>{said.where}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {columns.map((column) => (
          <Table.Tr key={column.name}>
            <Table.Td data-head={said.column}>
              <ColumnName column={column} />
            </Table.Td>
            <Table.Td data-head={said.holds} className="value">
              <Holds column={column} />
            </Table.Td>
            {/* On a telephone a cell without anything would be a heading alone. */}
            <Table.Td {...(isUsed(column) ? { 'data-head': said.where } : {})}>
              <Use column={column} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A custom field has the one name that the shop has given it. */
function ColumnName({ column: { name, labels } }: { readonly column: ReadableColumn }) {
  const [turkish = name, english = turkish] = labels;
  const first = useText().language === 'tr' || name.startsWith(FIELD) ? turkish : english;
  const other = name.startsWith(FIELD) ? name : first === turkish ? english : turkish;
  return (
    <>
      <Text size="sm" fw={600}>
        <Visible text={first} />
      </Text>
      {other !== first && (
        <Text size="xs" c="dimmed">
          <Visible text={other} />
        </Text>
      )}
    </>
  );
}

function Holds({ column: { name, kind } }: { readonly column: ReadableColumn }) {
  const { language } = useText();
  const said = importColumns[language];
  const place = fieldOf(useMeanings().payloadOf(CREATE), name);
  const choices = place.flatMap((schema) => schema.enum ?? []).map(String);
  const words = choices.map((choice) => {
    const word = wordIn(wordOf(place, choice), language);
    return word === undefined ? choice : `${choice} (${word})`;
  });
  if (words.length > 0) return said.oneOf + words.join(', ');
  return said.cells[name] ?? said.kinds[kind];
}

const isUsed = ({ need, isOfVariants }: ReadableColumn): boolean => need !== 'none' || isOfVariants;

function Use({ column: { need, isOfVariants } }: { readonly column: ReadableColumn }) {
  const said = importColumns[useText().language];
  return (
    <Stack gap={4} align="flex-start">
      {need !== 'none' && (
        <Badge tt="none" variant="light" color={need === 'new' ? 'orange' : 'blue'}>
          {said.needs[need]}
        </Badge>
      )}
      {isOfVariants && (
        <Text size="xs" c="dimmed">
          {said.ofVariants}
        </Text>
      )}
    </Stack>
  );
}
