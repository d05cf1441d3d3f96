import { Text } from '@mantine/core';
import { Fragment, useCallback, useMemo } from 'react';
import { fieldOf, isIdentifier, movesMoney, type ValuePlace } from '../../kernel/schema/meaning';
import { useMeanings } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { FieldName, isPlain, Plain } from '../parts/value';
import { money } from '../text/format';
import { useText } from '../text/text';
import type { FreshItem } from './fresh';
import { type Cells, type ItemRows, ItemTable } from './item-table';
import type { Calls } from './likes';
import { Refused } from './refused';

/** Names by which programs know a thing again: people read nothing in them, and the page of an item has them. */
const HANDLES: ReadonlySet<string> = new Set(['expectedRev', 'offerId', 'reference']);

/** Facts of a thing that a line has room for. */
const FACTS_MAX = 6;

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
          {nth === 0 && (
            <>
              <FactsLine upon={item.upon} />
              <Refused item={item} />
            </>
          )}
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
      foot={rows.isPart ? null : <Foot calls={calls} same={same} place={place} leftOut={rows.leftOut} />}
    />
  );
}

interface FootProps {
  readonly calls: Calls;
  readonly same: readonly string[];
  readonly place: ValuePlace;
  readonly leftOut: ItemRows['leftOut'];
}

function Foot({ calls: { items }, same, place, leftOut }: FootProps) {
  const texts = useText();
  const [first] = items;
  const going = items.filter(({ id, state }) => state !== 'skipped' && !leftOut?.has(id));
  const sum = sumOf(going, place, leftOut !== undefined);
  if (!first || (same.length === 0 && sum === undefined)) return null;
  return (
    <Text component="div" size="sm" c="dimmed" mt="xs">
      {same.map((field) => (
        <div key={field}>
          <FieldName field={field} place={fieldOf(place, field)} />:{' '}
          <Plain place={fieldOf(place, field)} value={statedIn(first)[field]} />
        </div>
      ))}
      {sum !== undefined && (
        <Text fw={600} c="var(--mantine-color-text)">
          {texts.bulk.sum(money(sum))}
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

/**
 * Adds up the money of calls, in kuruş; undefined: they move none.
 * @param isOpen a decision is to come: facts are of now, and a call that has run has moved its money
 */
function sumOf(items: readonly FreshItem[], place: ValuePlace, isOpen: boolean): number | undefined {
  const amounts = items.flatMap((item) => [
    ...Object.entries(statedIn(item)).flatMap(([field, value]) => (movesMoney(fieldOf(place, field)) ? [value] : [])),
    ...(isOpen ? item.upon.flatMap((fact) => (fact.moves ? [fact.value] : [])) : []),
  ]);
  return amounts.length === 0 ? undefined : amounts.reduce<number>((sum, amount) => sum + Number(amount), 0);
}

/** Says in a line what a call acts upon. */
function FactsLine({ upon }: Pick<FreshItem, 'upon'>) {
  const { language } = useText();
  if (upon.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" component="div">
      {upon.slice(0, FACTS_MAX).map(({ label, kind, value }, nth) => (
        <Fragment key={`${label.en} ${value}`}>
          {nth > 0 && ' · '}
          {label[language]}:{' '}
          {kind === 'money' ? (
            money(Number(value))
          ) : kind === 'time' ? (
            <Ago at={String(value)} />
          ) : (
            <Visible text={String(value)} />
          )}
        </Fragment>
      ))}
      {upon.length > FACTS_MAX && ' …'}
    </Text>
  );
}

const statedIn = ({ payload }: FreshItem): Readonly<Record<string, unknown>> =>
  payload as Readonly<Record<string, unknown>>;

const aboutFirst = (place: ValuePlace): number => (isIdentifier(place) ? 0 : 1);
