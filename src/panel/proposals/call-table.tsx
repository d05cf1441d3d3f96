import { Checkbox, Group, Paper, Table, Text, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import { memo, type ReactNode, useCallback, useState } from 'react';
import { fieldOf, isIdentifier, type ValuePlace } from '../../kernel/schema/meaning';
import type { Item } from '../api/types';
import { useCommandName, useMeanings } from '../parts/meaning';
import { FieldName, Plain } from '../parts/value';
import { useText } from '../text/text';
import { type FreshItem, risksOf } from './fresh';
import { ItemState } from './item-state';
import type { Calls } from './likes';
import { Refused } from './refused';
import { RiskBadges } from './risk-badges';

interface CallTableProps {
  readonly calls: Calls;
  /** The items that the owner has left out; undefined where nothing can be skipped. */
  readonly leftOut: ReadonlySet<string> | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  readonly undoneBy: (item: Item) => string | undefined;
  /** Shows one of the items as it would stand alone. */
  readonly card: (item: FreshItem) => ReactNode;
}

/** Calls of a bulk act: a line each, with what it states, and why it would be refused. */
export function CallTable({ calls, leftOut, onLeaveOut, undoneBy, card }: CallTableProps) {
  const texts = useText();
  const { payloadOf } = useMeanings();
  const { command, items } = calls;
  // The thing of the call stands first.
  const place = payloadOf(command);
  const fields = calls.fields.toSorted(
    (left, right) => aboutFirst(fieldOf(place, left)) - aboutFirst(fieldOf(place, right)),
  );
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    [],
  );
  const title = `${useCommandName()(command)} · ${texts.common.itemsOf(items.length)}`;
  return (
    <Paper withBorder p="md" component="li" aria-label={title}>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <Table className="likes" verticalSpacing={4} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {fields.map((field) => (
              <Table.Th key={field}>
                <FieldName field={field} place={fieldOf(place, field)} />
              </Table.Th>
            ))}
            <Table.Th aria-label={texts.common.details} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <CallRow
              key={item.id}
              item={item}
              fields={fields}
              leftOut={item.state === 'pending' ? leftOut?.has(item.id) : undefined}
              onLeaveOut={onLeaveOut}
              isUndone={undoneBy(item) !== undefined}
              details={opened.has(item.id) ? card(item) : undefined}
              onToggle={toggle}
            />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  );
}

const aboutFirst = (place: ValuePlace): number => (isIdentifier(place) ? 0 : 1);

interface CallRowProps {
  readonly item: FreshItem;
  readonly fields: readonly string[];
  readonly leftOut: boolean | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  readonly isUndone: boolean;
  /** The item as it would stand alone, when somebody asked for it. */
  readonly details: ReactNode;
  readonly onToggle: (itemId: string) => void;
}

/** Drawn again only when it changes: there may be hundreds. */
const CallRow = memo(function CallRow(props: CallRowProps) {
  const { item, fields, leftOut, onLeaveOut, isUndone, details, onToggle } = props;
  const texts = useText();
  const place = useMeanings().payloadOf(item.command);
  const { id, seq } = item;
  const stated = item.payload as Readonly<Record<string, unknown>>;
  const opened = details !== undefined;
  const Chevron = opened ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <Table.Tr {...(opened ? {} : { id })} {...(leftOut || item.state === 'skipped' ? { className: 'left-out' } : {})}>
        {fields.map((field, nth) => (
          <Table.Td key={field}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              {nth === 0 && leftOut !== undefined && (
                <Checkbox
                  size="xs"
                  mt={2}
                  aria-label={texts.proposals.applyItem(seq)}
                  checked={!leftOut}
                  onChange={({ currentTarget }) => onLeaveOut(id, !currentTarget.checked)}
                />
              )}
              <Text size="sm" component="div" className="value">
                {nth === 0 && `${seq}. `}
                <Plain place={fieldOf(place, field)} value={stated[field]} />
                {nth === 0 && <Refused item={item} />}
              </Text>
            </Group>
          </Table.Td>
        ))}
        <Table.Td>
          <Group gap={6} justify="flex-end">
            <RiskBadges risks={risksOf(item)} />
            {item.state !== 'pending' && <ItemState item={item} undone={isUndone} />}
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
          <Table.Td colSpan={fields.length + 1}>
            <ol className="entries">{details}</ol>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
});
