import { Checkbox, Group, Paper, Table, Text, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useCallback, useRef, useState } from 'react';
import { PROPOSAL_ITEMS_MAX } from '../../kernel/declaration/principal';
import type { Item } from '../api/types';
import { useCommandName } from '../parts/meaning';
import { useText } from '../text/text';
import { type FreshItem, risksOf } from './fresh';
import { ItemState } from './item-state';
import { RiskBadges } from './risk-badges';

/** The manner of the rows, which all tables of items share. */
export interface ItemRows {
  /** The items that the owner has left out; undefined where nothing can be skipped. */
  readonly leftOut: ReadonlySet<string> | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  readonly undoneBy: (item: Item) => string | undefined;
  /** Shows one of the items as it would stand alone. */
  readonly card: (item: FreshItem) => ReactNode;
  /** More items follow, so nobody counts the rows. */
  readonly isPart?: boolean;
}

interface Column {
  readonly key: string;
  readonly head: ReactNode;
}

/** Draws the cells of an item, one for each column. Another function draws all rows anew. */
export type Cells = (item: FreshItem) => readonly ReactNode[];

interface ItemTableProps {
  /** The command of all rows. */
  readonly command: string;
  readonly columns: readonly Column[];
  readonly items: readonly FreshItem[];
  readonly cells: Cells;
  readonly rows: ItemRows;
  readonly foot?: ReactNode;
}

/** A table of items that opens its rows. Of more than one review has, only the rows in sight are drawn. */
export function ItemTable({ command, columns, items, cells, rows, foot }: ItemTableProps) {
  const texts = useText();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    [],
  );
  const { leftOut, onLeaveOut, undoneBy, card, isPart = false } = rows;
  const name = useCommandName()(command);
  const title = isPart ? name : `${name} · ${texts.common.itemsOf(items.length)}`;
  const row = (item: FreshItem) => (
    <ItemRow
      item={item}
      columns={columns}
      cells={cells}
      leftOut={item.state === 'pending' ? leftOut?.has(item.id) : undefined}
      onLeaveOut={onLeaveOut}
      isUndone={undoneBy(item) !== undefined}
      details={opened.has(item.id) ? card(item) : undefined}
      onToggle={toggle}
    />
  );
  return (
    <Paper withBorder p="md" component="li" aria-label={title}>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <Table className="likes" verticalSpacing={4} horizontalSpacing="xs" aria-rowcount={items.length + 1}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ key, head }) => (
              <Table.Th key={key}>{head}</Table.Th>
            ))}
            <Table.Th aria-label={texts.common.details} />
          </Table.Tr>
        </Table.Thead>
        {items.length > PROPOSAL_ITEMS_MAX ? (
          <RowsInSight items={items} row={row} />
        ) : (
          <Table.Tbody>
            {items.map((item) => (
              <Keyed key={item.id}>{row(item)}</Keyed>
            ))}
          </Table.Tbody>
        )}
      </Table>
      {foot}
    </Paper>
  );
}

const Keyed = ({ children }: { readonly children: ReactNode }) => children;

/** The height of a row of one line, in pixels, until it is measured. */
const ROW_HEIGHT = 34;

/** Rows that are drawn above and below those in sight. */
const ROWS_BESIDE = 15;

interface RowsInSightProps {
  readonly items: readonly FreshItem[];
  readonly row: (item: FreshItem) => ReactNode;
}

function RowsInSight({ items, row }: RowsInSightProps) {
  const top = useRef<HTMLTableSectionElement>(null);
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => ROW_HEIGHT,
    overscan: ROWS_BESIDE,
    getItemKey: (index) => (items[index] as FreshItem).id,
    scrollMargin: top.current ? top.current.getBoundingClientRect().top + window.scrollY : 0,
  });
  const drawn = virtual.getVirtualItems();
  const margin = virtual.options.scrollMargin;
  const above = (drawn[0]?.start ?? margin) - margin;
  const below = virtual.getTotalSize() - ((drawn.at(-1)?.end ?? margin) - margin);
  return (
    <>
      <Table.Tbody ref={top} aria-hidden style={{ height: above }} />
      {drawn.map(({ key, index }) => (
        <Table.Tbody key={key} ref={virtual.measureElement} data-index={index}>
          {row(items[index] as FreshItem)}
        </Table.Tbody>
      ))}
      <Table.Tbody aria-hidden>
        <tr style={{ height: below }} />
      </Table.Tbody>
    </>
  );
}

interface ItemRowProps {
  readonly item: FreshItem;
  readonly columns: readonly Column[];
  readonly cells: Cells;
  readonly leftOut: boolean | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  readonly isUndone: boolean;
  /** The item as it would stand alone, when somebody asked for it. */
  readonly details: ReactNode;
  readonly onToggle: (itemId: string) => void;
}

/** Drawn again only when it changes: there may be hundreds. */
const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, columns, cells, leftOut, onLeaveOut, isUndone, details, onToggle } = props;
  const texts = useText();
  const { id, seq, state } = item;
  const opened = details !== undefined;
  const Chevron = opened ? ChevronDownIcon : ChevronRightIcon;
  const [first, ...rest] = cells(item);
  return (
    <>
      <Table.Tr {...(opened ? {} : { id })} {...(leftOut || state === 'skipped' ? { className: 'left-out' } : {})}>
        <Table.Td>
          <Group gap="xs" wrap="nowrap" align="flex-start">
            {leftOut !== undefined && (
              <Checkbox
                size="xs"
                mt={2}
                aria-label={texts.proposals.applyItem(seq)}
                checked={!leftOut}
                onChange={({ currentTarget }) => onLeaveOut(id, !currentTarget.checked)}
              />
            )}
            <Text size="sm" component="div" className="value">
              {seq}. {first}
            </Text>
          </Group>
        </Table.Td>
        {columns.slice(1).map(({ key }, nth) => (
          <Table.Td key={key}>
            <Text size="sm" component="div" className="value">
              {rest[nth]}
            </Text>
          </Table.Td>
        ))}
        <Table.Td>
          <Group gap={6} justify="flex-end">
            <RiskBadges risks={risksOf(item)} />
            {state !== 'pending' && <ItemState item={item} undone={isUndone} />}
            <UnstyledButton
              aria-label={texts.proposals.openItem(seq)}
              aria-expanded={opened}
              onClick={() => onToggle(id)}
            >
              <Chevron aria-hidden />
            </UnstyledButton>
          </Group>
        </Table.Td>
      </Table.Tr>
      {opened && (
        <Table.Tr>
          <Table.Td colSpan={columns.length + 1}>
            <ol className="entries">{details}</ol>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
});
