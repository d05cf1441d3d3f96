import { Button, Collapse, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { ChevronDownIcon, Cross2Icon, MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { readOrders, useCarrierNames, useOrders } from '../api/orders';
import { useMarketplaces } from '../api/providers';
import { SelectionBar } from '../bulk/bar';
import { BookButton } from '../bulk/book';
import { TransfersButton } from '../bulk/plain';
import { Selecting, useSelection } from '../bulk/selection';
import { ShipButton } from '../bulk/ship';
import { LiraInput } from '../parts/lira-input';
import { useChoices, useLabel } from '../parts/meaning';
import { Empty, PageHeader, Pages } from '../parts/states';
import { useIsManager } from '../session/session';
import { useText } from '../text/text';
import { ColumnsButton } from '../views/columns';
import { Lapsed, partLapsed } from '../views/lapsed';
import { ViewTabs } from '../views/tabs';
import { ExportOrders } from './export';
import { type OrderFilter, queryOf, useOrderFilter } from './filter';
import { PrintMenu } from './print';
import { OrderTable, ordersAhead, useOrderColumns } from './table';
import { useBuiltInViews, useOrderJudges } from './views';

const TYPING_MS = 300;

/** The orders as their merchant looks through them. */
export function OrdersPage() {
  const texts = useText();
  const isManager = useIsManager();
  const hasPackages = (useMarketplaces().data ?? []).some(({ installed }) => installed);
  const [stated, choose] = useOrderFilter();
  const { valid: filter, lapsed } = partLapsed(stated, useOrderJudges());
  // The fields begin anew with each view that is opened: they would keep the words that were typed before.
  const [opened, setOpened] = useState(0);
  const open = () => setOpened((times) => times + 1);
  const query = queryOf(filter);
  const orders = useOrders(query);
  const selection = useSelection(JSON.stringify(filter));
  const { sort: _sort, ...narrowing } = filter;
  const isFiltered = Object.keys(narrowing).length > 0;
  return (
    <>
      <PageHeader title={texts.nav.orders} lead={texts.orders.lead}>
        {hasPackages && (
          <Button component={Link} href="/orders/packages" variant="default">
            {texts.nav.packages}
          </Button>
        )}
        {isManager && (
          <>
            <ExportOrders query={query} />
            <Button component={Link} href="/orders/telephone" variant="default">
              {texts.nav.telephone}
            </Button>
            <Button component={Link} href="/returns" variant="default">
              {texts.nav.returns}
            </Button>
          </>
        )}
      </PageHeader>
      <ViewTabs list="orders" builtIn={useBuiltInViews()} stated={stated} filter={filter} onOpen={open}>
        <ColumnsButton list="orders" columns={useOrderColumns()} />
      </ViewTabs>
      <Lapsed path="/orders" valid={filter} lapsed={lapsed} onOpen={open} />
      <Filters key={opened} filter={filter} choose={choose} />
      <Pages
        query={orders}
        ahead={ordersAhead}
        empty={
          isFiltered ? (
            <Empty title={texts.orders.emptyFiltered} />
          ) : (
            <Empty title={texts.orders.empty} hint={texts.orders.emptyHint} />
          )
        }
      >
        {(items) => (
          <Selecting of={selection}>
            <OrderTable items={items} />
          </Selecting>
        )}
      </Pages>
      <SelectionBar selection={selection} list={orders} read={(most) => readOrders(query, most)}>
        {(items) => (
          <>
            <ShipButton orders={items} />
            <BookButton orders={items} />
            <TransfersButton ids={items.map(({ id }) => id)} />
            <PrintMenu orders={items} papers={['pickList', 'packingSlips', 'labels', 'addressLabels']} inBar />
          </>
        )}
      </SelectionBar>
    </>
  );
}

interface FiltersProps {
  readonly filter: OrderFilter;
  readonly choose: ReturnType<typeof useOrderFilter>[1];
}

const seldom = ['return', 'channel', 'carrier', 'since', 'until', 'minTotal', 'maxTotal'] as const;

function Filters({ filter, choose }: FiltersProps) {
  const texts = useText();
  const [typed, setTyped] = useState(filter.text ?? '');
  // A text without a word is no search.
  const seek = useDebouncedCallback(
    (text: string) => choose('text', /[\p{L}\p{N}]/u.test(text) ? text.trim() : null),
    TYPING_MS,
  );
  const [opened, setOpened] = useState(seldom.some((name) => filter[name] !== undefined));
  return (
    <search>
      <Group mb="xs" gap="xs" align="flex-end">
        <TextInput
          flex="4 1 14rem"
          type="search"
          label={texts.products.search}
          placeholder={texts.orders.searchPlaceholder}
          leftSection={<MagnifyingGlassIcon />}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            seek(value);
          }}
        />
        <StateSelect field="payment" filter={filter} choose={choose} />
        <StateSelect field="fulfilment" filter={filter} choose={choose} />
        <Select
          flex="1 1 9rem"
          label={texts.products.sort}
          allowDeselect={false}
          value={filter.sort ?? '-placedAt'}
          onChange={(sort) => choose('sort', sort === '-placedAt' ? null : sort)}
          data={Object.entries(texts.orders.sorts).map(([value, label]) => ({ value, label }))}
        />
        <Button
          variant="default"
          aria-expanded={opened}
          rightSection={<ChevronDownIcon aria-hidden style={opened ? { transform: 'rotate(180deg)' } : {}} />}
          onClick={() => setOpened(!opened)}
        >
          {texts.orders.moreFilters}
        </Button>
        {filter.customerId && (
          <Button variant="light" rightSection={<Cross2Icon aria-hidden />} onClick={() => choose('customerId', null)}>
            {texts.orders.ofCustomer}
          </Button>
        )}
      </Group>
      <Collapse expanded={opened}>{opened && <SeldomFilters filter={filter} choose={choose} />}</Collapse>
    </search>
  );
}

interface StateSelectProps extends FiltersProps {
  readonly field: 'payment' | 'fulfilment';
}

function StateSelect({ field, filter, choose }: StateSelectProps) {
  const texts = useText();
  const label = useLabel('order', field);
  const choices = useChoices('order', field);
  return (
    <Select
      flex="1 1 9rem"
      label={label}
      placeholder={texts.common.all}
      clearable
      value={filter[field] ?? null}
      onChange={(state) => choose(field, state)}
      data={choices}
    />
  );
}

function SeldomFilters({ filter, choose }: FiltersProps) {
  const texts = useText();
  const returns = useChoices('orderReturn', 'state');
  const returnLabel = useLabel('orderReturn', 'state');
  const channelLabel = useLabel('order', 'channel');
  const channels = useMarketplaces().data ?? [];
  const carrierLabel = useLabel('shipment', 'carrier');
  const carriers = useCarrierNames();
  const seek = useDebouncedCallback(
    (name: 'minTotal' | 'maxTotal', kurus: number | null) => choose(name, kurus === null ? null : String(kurus)),
    TYPING_MS,
  );
  const amountOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return (
    <Group gap="xs" align="flex-end" mb="md">
      <Select
        flex="1 1 10rem"
        label={returnLabel}
        placeholder={texts.common.all}
        clearable
        value={filter.return ?? null}
        onChange={(state) => choose('return', state)}
        data={returns}
      />
      <Select
        flex="1 1 10rem"
        label={channelLabel}
        placeholder={texts.common.all}
        clearable
        value={filter.channel ?? null}
        onChange={(channel) => choose('channel', channel)}
        data={[
          { value: 'store', label: texts.orders.ownStore },
          ...channels.map(({ key, name }) => ({ value: key, label: visibleText(name) })),
        ]}
      />
      <Select
        flex="1 1 10rem"
        label={carrierLabel}
        placeholder={texts.common.all}
        clearable
        value={filter.carrier ?? null}
        onChange={(carrier) => choose('carrier', carrier)}
        data={Object.entries(carriers).map(([value, label]) => ({ value, label }))}
      />
      <TextInput
        flex="1 1 9rem"
        type="date"
        label={texts.orders.since}
        value={filter.since ?? ''}
        onChange={({ currentTarget: { value } }) => choose('since', value)}
      />
      <TextInput
        flex="1 1 9rem"
        type="date"
        label={texts.orders.until}
        value={filter.until ?? ''}
        onChange={({ currentTarget: { value } }) => choose('until', value)}
      />
      <LiraInput
        flex="1 1 8rem"
        label={texts.orders.minTotal}
        value={amountOf(filter.minTotal)}
        onChange={(kurus, isRead) => isRead && seek('minTotal', kurus)}
      />
      <LiraInput
        flex="1 1 8rem"
        label={texts.orders.maxTotal}
        value={amountOf(filter.maxTotal)}
        onChange={(kurus, isRead) => isRead && seek('maxTotal', kurus)}
      />
    </Group>
  );
}
