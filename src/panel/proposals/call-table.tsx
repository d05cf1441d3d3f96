import { Text } from '@mantine/core';
import { Fragment, useCallback, useMemo } from 'react';
import { fieldOf, isIdentifier, type ValuePlace } from '../../kernel/schema/meaning';
import { useMeanings } from '../parts/meaning';
import { FieldName, isPlain, Plain } from '../parts/value';
import { money } from '../text/format';
import { useText } from '../text/text';
import type { FreshItem } from './fresh';
import { type Cells, type ItemRows, ItemTable } from './item-table';
import type { Calls } from './likes';
import { Refused } from './refused';

/** Names by which programs know a thing again: people read nothing in them, and the page of an item has them. */
const HANDLES: ReadonlySet<string> = new Set(['expectedRev', 'offerId', 'reference']);

/** The field of calls that moves money of the shop, whose sum their owner approves. */
const SUMMED: Readonly<Record<string, string>> = { 'orders.cargo.book': 'price' };

interface CallTableProps {
  readonly calls: Calls;
  readonly rows: ItemRows;
}

/** Calls of a bulk act: a line each, with what differs between them and why it would be refused; below, what is the same in all and the sum. */
export function CallTable({ calls, rows }: CallTableProps) {
  const { payloadOf } = useMeanings();
  const { command, items } = calls;
  const place = payloadOf(command);
  const { differing, same } = useMemo(() => fieldsOf(calls, place), [calls, place]);
  const cells: Cells = useCallback(
    (item) =>
      differing.map((field, nth) => (
        <Fragment key={field}>
          <Plain place={fieldOf(place, field)} value={statedIn(item)[field]} />
          {nth === 0 && <Refused item={item} />}
        </Fragment>
      )),
    [differing, place],
  );
  const columns = differing.map((field) => ({
    key: field,
    head: <FieldName field={field} place={fieldOf(place, field)} />,
  }));
  return (
    <ItemTable
      command={command}
      columns={columns}
      items={items}
      cells={cells}
      rows={rows}
      foot={rows.isPart ? null : <Foot calls={calls} same={same} place={place} />}
    />
  );
}

interface FootProps {
  readonly calls: Calls;
  readonly same: readonly string[];
  readonly place: ValuePlace;
}

function Foot({ calls: { command, items }, same, place }: FootProps) {
  const texts = useText();
  const summed = SUMMED[command];
  const [first] = items;
  if (!first || (same.length === 0 && summed === undefined)) return null;
  return (
    <Text component="div" size="sm" c="dimmed" mt="xs">
      {same.map((field) => (
        <div key={field}>
          <FieldName field={field} place={fieldOf(place, field)} />:{' '}
          <Plain place={fieldOf(place, field)} value={statedIn(first)[field]} />
        </div>
      ))}
      {summed !== undefined && (
        <Text fw={600} c="var(--mantine-color-text)">
          {texts.bulk.sum(money(sumOf(items, summed)))}
        </Text>
      )}
    </Text>
  );
}

/** The thing of the call stands first. */
function fieldsOf({ fields, items }: Calls, place: ValuePlace) {
  const said = fields.filter((field) => !HANDLES.has(field) && items.every((item) => isPlain(statedIn(item)[field])));
  const isSame = (field: string): boolean =>
    !isIdentifier(fieldOf(place, field)) && new Set(items.map((item) => statedIn(item)[field])).size === 1;
  const differing = said.filter((field) => !isSame(field));
  return {
    same: said.filter(isSame),
    differing: differing.toSorted(
      (left, right) => aboutFirst(fieldOf(place, left)) - aboutFirst(fieldOf(place, right)),
    ),
  };
}

/** Adds up what the calls that wait for their turn, or had it, state; in kuruş. */
const sumOf = (items: readonly FreshItem[], field: string): number =>
  items.reduce((sum, item) => sum + (item.state === 'skipped' ? 0 : Number(statedIn(item)[field] ?? 0)), 0);

const statedIn = ({ payload }: FreshItem): Readonly<Record<string, unknown>> =>
  payload as Readonly<Record<string, unknown>>;

const aboutFirst = (place: ValuePlace): number => (isIdentifier(place) ? 0 : 1);
