import { Button, Group, Table, Text } from '@mantine/core';
import { Link, useSearchParams } from 'wouter';
import { returnStates } from '../../order/return/state';
import { readReturns, useReturns } from '../api/orders';
import type { ReturnsPage as Answer, ListedReturn } from '../api/types';
import { SelectionBar } from '../bulk/bar';
import { ReturnActs } from '../bulk/returns';
import { Selecting, SelectOne, SelectShown, useSelection } from '../bulk/selection';
import { ReturnBadge } from '../orders/badges';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { Deadline } from './deadline';

/** Lists returns by their state. */
export function ReturnsPage() {
  const texts = useText();
  const [search, setSearch] = useSearchParams();
  const state = search.get('state') ?? undefined;
  const query = state === undefined ? {} : { state };
  const returns = useReturns(query);
  const selection = useSelection(`returns ${state}`);
  const [first] = (returns.data?.pages ?? []) as readonly Partial<Answer>[];
  const choose = (chosen: string | undefined) => setSearch(chosen === undefined ? {} : { state: chosen });
  return (
    <>
      <PageHeader title={texts.nav.returns} lead={texts.returns.lead} />
      <States state={state} open={first?.open ?? {}} onChoose={choose} />
      <Pages
        query={returns}
        ahead={{ wide: 49, narrow: 71, form: 'table' }}
        empty={
          <Empty
            title={state === undefined ? texts.returns.empty : texts.returns.emptyFiltered}
            {...(state === undefined ? { hint: texts.returns.emptyHint } : {})}
          />
        }
      >
        {(items) => (
          <Selecting of={selection}>
            <ReturnTable items={items} />
          </Selecting>
        )}
      </Pages>
      <SelectionBar selection={selection} list={returns} read={(most) => readReturns(query, most)}>
        {(items) => <ReturnActs rows={items} />}
      </SelectionBar>
    </>
  );
}

interface StatesProps {
  readonly state: string | undefined;
  /** How many wait, by state. */
  readonly open: Readonly<Partial<Record<string, number>>>;
  readonly onChoose: (state: string | undefined) => void;
}

function States({ state, open, onChoose }: StatesProps) {
  const texts = useText();
  const word = useWord('orderReturn', 'state');
  const label = useLabel('orderReturn', 'state');
  return (
    <Group component="fieldset" gap="xs" mb="md" p={0} m={0} bd={0} aria-label={label}>
      {[undefined, ...returnStates].map((each) => {
        const waiting = each === undefined ? undefined : open[each];
        return (
          <Button
            key={each ?? 'all'}
            size="xs"
            variant={state === each ? 'filled' : 'default'}
            aria-pressed={state === each}
            onClick={() => onChoose(each)}
          >
            {each === undefined ? texts.common.all : word(each)}
            {waiting ? ` (${count(waiting, texts)})` : ''}
          </Button>
        );
      })}
    </Group>
  );
}

function ReturnTable({ items }: { readonly items: readonly ListedReturn[] }) {
  const texts = useText();
  const heads = {
    buyer: texts.orders.buyer,
    kind: useLabel('orderReturn', 'kind'),
    state: useLabel('orderReturn', 'state'),
    noticed: useLabel('orderReturn', 'noticedAt'),
    until: useLabel('orderReturn', 'refundUntil'),
  };
  return (
    <Table className="rows orders compact low" verticalSpacing={4} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Group gap="sm" wrap="nowrap">
              <SelectShown of={items} />
              {texts.returns.one}
            </Group>
          </Table.Th>
          <Table.Th>{heads.buyer}</Table.Th>
          <Table.Th>{heads.kind}</Table.Th>
          <Table.Th>{heads.state}</Table.Th>
          <Table.Th>{heads.noticed}</Table.Th>
          <Table.Th>{heads.until}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((row) => (
          <ReturnRow key={row.id} row={row} heads={heads} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ReturnRowProps {
  readonly row: ListedReturn;
  readonly heads: Readonly<Record<'buyer' | 'kind' | 'state' | 'noticed' | 'until', string>>;
}

function ReturnRow({ row, heads }: ReturnRowProps) {
  const texts = useText();
  const kindWord = useWord('orderReturn', 'kind');
  const { id, number, buyerName, kind, state, quantity, title, lines, worth, noticedAt } = row;
  const goods = lines > 1 ? texts.returns.more(title, count(lines - 1, texts)) : title;
  return (
    <Table.Tr>
      <Table.Td>
        <Group wrap="nowrap" gap="sm">
          <SelectOne id={id} title={number} />
          <div className="value">
            <Link href={`/returns/${id}`} className="name mantine-focus-auto">
              {texts.orders.title(number)}
            </Link>{' '}
            <Text size="xs" c="dimmed" span>
              {texts.orders.pieces(count(quantity, texts))} · {money(worth)}
            </Text>
            <Text size="xs" c="dimmed" lineClamp={1}>
              <Visible text={goods} />
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td className="value gives-way" data-head={heads.buyer}>
        <Visible text={buyerName} />
      </Table.Td>
      <Table.Td className="wide-only" data-head={heads.kind}>
        {kindWord(kind)}
      </Table.Td>
      <Table.Td data-head={heads.state}>
        <ReturnBadge state={state} />
      </Table.Td>
      <Table.Td className="wide-only" data-head={heads.noticed}>
        <Ago at={noticedAt} />
      </Table.Td>
      <Table.Td className="labelled" data-head={heads.until}>
        <Deadline of={row} />
      </Table.Td>
    </Table.Tr>
  );
}
