import { Checkbox, Group, Paper, Table, Text, UnstyledButton } from '@mantine/core';
import { ChevronDownIcon, ChevronRightIcon } from '@radix-ui/react-icons';
import { memo, type ReactNode, useCallback, useState } from 'react';
import { fieldOf, unitOf } from '../../kernel/schema/meaning';
import { visibleText } from '../../kernel/schema/visible';
import type { FieldChange, Item } from '../api/types';
import { useCommandName, useMeanings } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { useEffectLine, useTitle } from '../parts/titles';
import { FieldName, Titled, Value } from '../parts/value';
import { percent } from '../text/format';
import { useText } from '../text/text';
import { type FreshItem, risksOf } from './fresh';
import { ItemState } from './item-state';
import type { Likes } from './likes';
import { AlikeTitles, RiskBadges } from './risk-badges';

interface LikeTableProps {
  readonly likes: Likes;
  /** The items that the owner has left out; undefined where nothing can be skipped. */
  readonly leftOut: ReadonlySet<string> | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  readonly undoneBy: (item: Item) => string | undefined;
  /** Shows one of the items as it would stand alone. */
  readonly card: (item: FreshItem) => ReactNode;
}

/** Items that do the same to different things: a line each, with everything that differs between them. */
export function LikeTable({ likes, leftOut, onLeaveOut, undoneBy, card }: LikeTableProps) {
  const texts = useText();
  const commandName = useCommandName();
  const { meanings } = useMeanings();
  const line = useEffectLine();
  const { command, fields, items } = likes;
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setOpened((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id])),
    [],
  );
  const title = `${commandName(command)} · ${texts.common.itemsOf(items.length)}`;
  const { effects = [], bumpsGeneration = false } = items[0]?.preview ?? {};
  const more = [
    ...effects.map((effect) => line({ ...effect, names: [] })),
    ...(bumpsGeneration ? [texts.proposals.bumps] : []),
  ];
  return (
    <Paper withBorder p="md" component="li" aria-label={title}>
      <Text fw={600} mb="xs">
        {title}
      </Text>
      <Table className="likes" verticalSpacing={4} horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.proposals.thing}</Table.Th>
            {fields.map(({ entity, field }) => (
              <Table.Th key={field}>
                <FieldName field={field} place={meanings(entity, field)} />
              </Table.Th>
            ))}
            <Table.Th aria-label={texts.common.details} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <LikeRow
              key={item.id}
              item={item}
              leftOut={item.state === 'pending' ? leftOut?.has(item.id) : undefined}
              onLeaveOut={onLeaveOut}
              isUndone={undoneBy(item) !== undefined}
              details={opened.has(item.id) ? card(item) : undefined}
              onToggle={toggle}
            />
          ))}
        </Table.Tbody>
      </Table>
      {more.length > 0 && (
        <Text size="xs" c="dimmed" mt="xs">
          <Visible text={`${texts.proposals.effects}: ${more.join(' · ')}`} />
        </Text>
      )}
    </Paper>
  );
}

interface LikeRowProps {
  readonly item: FreshItem;
  readonly leftOut: boolean | undefined;
  readonly onLeaveOut: (itemId: string, leftOut: boolean) => void;
  readonly isUndone: boolean;
  /** The item as it would stand alone, when somebody asked for it. */
  readonly details: ReactNode;
  readonly onToggle: (itemId: string) => void;
}

/** Drawn again only when it changes: there may be two hundred. */
const LikeRow = memo(function LikeRow(props: LikeRowProps) {
  const { item, leftOut, onLeaveOut, isUndone, details, onToggle } = props;
  const texts = useText();
  const opened = details !== undefined;
  const { id, seq, preview } = item;
  const { changes } = preview;
  const Chevron = opened ? ChevronDownIcon : ChevronRightIcon;
  return (
    <>
      <Table.Tr {...(opened ? {} : { id })} {...(leftOut || item.state === 'skipped' ? { className: 'left-out' } : {})}>
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
              {seq}. <Thing item={item} />
              <AlikeTitles risks={item.risks} />
            </Text>
          </Group>
        </Table.Td>
        {changes.map((change) => (
          <Table.Td key={change.field}>
            <FromTo change={change} />
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
          <Table.Td colSpan={changes.length + 2}>
            <ol className="entries">{details}</ol>
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
});

/** Shows the thing of an item: its picture, if it has one, and its name. */
function Thing({ item: { preview, pictures } }: Pick<LikeRowProps, 'item'>) {
  const { id } = preview.changes[0] as FieldChange;
  const title = useTitle(id);
  const picture = pictures[0];
  return (
    <>
      {picture && <img src={picture.url} alt={visibleText(title ?? '')} className="thumb" loading="lazy" />}
      <Titled id={id} title={title} />
    </>
  );
}

/** The percentage that two amounts differ by; undefined where there is none to speak of. */
const percentOf = (before: unknown, after: unknown): number | undefined =>
  typeof before === 'number' && typeof after === 'number' && before > 0 && before !== after
    ? ((after - before) / before) * 100
    : undefined;

function FromTo({ change: { entity, field, before, after } }: { readonly change: FieldChange }) {
  const texts = useText();
  const place = fieldOf(useMeanings().meanings(entity), field);
  const by = unitOf(place) === 'kuruş' ? percentOf(before, after) : undefined;
  return (
    <Group gap={6} wrap="wrap">
      <Value place={place} value={before} other={after} tone="before" />
      <span aria-hidden>→</span>
      <Value place={place} value={after} other={before} tone="after" />
      {by !== undefined && (
        <Text size="xs" c="dimmed" component="span">
          {percent(by, texts)}
        </Text>
      )}
    </Group>
  );
}
