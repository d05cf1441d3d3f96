import { Button, Checkbox, Popover, Stack, Table } from '@mantine/core';
import { ViewVerticalIcon } from '@radix-ui/react-icons';
import type { ReactNode } from 'react';
import { useViews, type ViewedList } from '../api/views';
import { type RowsAhead, WaitingRows } from '../parts/states';
import { useText } from '../text/text';
import { useChangeViews } from './change';

/** A column of a list that people may choose. */
export interface Column<Row> {
  readonly key: string;
  /** Its name, above it and, on phones, before its value. */
  readonly head: string;
  readonly className?: string;
  /** It is shown only to whoever chooses it. */
  readonly isExtra?: true;
  readonly show: (row: Row) => ReactNode;
}

const keysOf = (columns: readonly Column<never>[]): string[] => columns.map(({ key }) => key);
const standardOf = (columns: readonly Column<never>[]): string[] => keysOf(columns.filter(({ isExtra }) => !isExtra));

interface ColumnsButtonProps {
  readonly list: ViewedList;
  readonly columns: readonly Column<never>[];
}

/** Lets a person choose the columns of a list. */
export function ColumnsButton({ list, columns }: ColumnsButtonProps) {
  const words = useText().views;
  const chosen = useViews().data?.[list].columns ?? null;
  const { mutate: change } = useChangeViews(list);
  const choose = (wanted: readonly string[]): void => {
    const kept = keysOf(columns).filter((key) => wanted.includes(key));
    const isStandard = kept.join() === standardOf(columns).join();
    change((before) => ({ ...before, columns: isStandard ? null : kept }));
  };
  return (
    <Popover position="bottom-end" withinPortal trapFocus>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<ViewVerticalIcon aria-hidden />} style={{ flex: 'none' }}>
          {words.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.columns}>
        <Checkbox.Group aria-label={words.columns} value={[...(chosen ?? standardOf(columns))]} onChange={choose}>
          <Stack gap="xs">
            {columns.map(({ key, head }) => (
              <Checkbox key={key} value={key} label={head} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button
          mt="sm"
          size="xs"
          variant="subtle"
          disabled={chosen === null}
          onClick={() => change((before) => ({ ...before, columns: null }))}
        >
          {words.defaultColumns}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ColumnTableProps<Row extends { readonly id: string }> {
  readonly list: ViewedList;
  readonly className: string;
  /** The first column is always there. */
  readonly first: { readonly head: ReactNode; readonly className?: string; readonly show: (row: Row) => ReactNode };
  readonly columns: readonly Column<Row>[];
  readonly items: readonly Row[];
  readonly ahead: RowsAhead;
}

/** A list as rows with the columns that the person has chosen. */
export function ColumnTable<Row extends { readonly id: string }>(props: ColumnTableProps<Row>) {
  const { list, className, first, columns, items, ahead } = props;
  const { data, isPending } = useViews();
  // Columns that come later would push the others aside.
  if (isPending) return <WaitingRows {...ahead} />;
  const keys = data?.[list].columns ?? standardOf(columns);
  const shown = columns.filter(({ key }) => keys.includes(key));
  return (
    <Table className={className} verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{first.head}</Table.Th>
          {shown.map(({ key, head, className: kind }) => (
            <Table.Th key={key} {...(kind?.includes('amount') ? { className: 'amount' } : {})}>
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td className={first.className}>{first.show(row)}</Table.Td>
            {shown.map(({ key, head, className: kind, show }) => (
              <Table.Td key={key} className={kind} data-head={head}>
                {show(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
