import { Group, Select, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useCustomers } from '../api/customers';
import type { ListedCustomer } from '../api/types';
import { useChannelName } from '../orders/channel-name';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { count, money } from '../text/format';
import { useText } from '../text/text';

const TYPING_MS = 300;

/** Lists customers: who bought last, or for most. */
export function CustomersPage() {
  const texts = useText();
  const [search, setSearch] = useSearchParams();
  const text = search.get('text') ?? undefined;
  const sort = search.get('sort') ?? undefined;
  const customers = useCustomers({ ...(text ? { text } : {}), ...(sort ? { sort } : {}) });
  const choose = (name: 'text' | 'sort', value: string | null): void =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  return (
    <>
      <PageHeader title={texts.nav.customers} lead={texts.customerPages.lead} />
      <Filters text={text} sort={sort} choose={choose} />
      <Pages
        query={customers}
        ahead={{ wide: 63, narrow: 79, form: 'table' }}
        empty={
          text ? (
            <Empty title={texts.customerPages.emptyFiltered} />
          ) : (
            <Empty title={texts.customerPages.empty} hint={texts.customerPages.emptyHint} />
          )
        }
      >
        {(items) => <CustomerTable items={items} />}
      </Pages>
    </>
  );
}

interface FiltersProps {
  readonly text: string | undefined;
  readonly sort: string | undefined;
  readonly choose: (name: 'text' | 'sort', value: string | null) => void;
}

function Filters({ text, sort, choose }: FiltersProps) {
  const texts = useText();
  const { searchPlaceholder, sorts } = texts.customerPages;
  const [typed, setTyped] = useState(text ?? '');
  // A text without a word is no search.
  const seek = useDebouncedCallback(
    (value: string) => choose('text', /[\p{L}\p{N}]/u.test(value) ? value.trim() : null),
    TYPING_MS,
  );
  return (
    <search>
      <Group mb="md" gap="xs" align="flex-end">
        <TextInput
          flex="4 1 14rem"
          type="search"
          label={texts.products.search}
          placeholder={searchPlaceholder}
          leftSection={<MagnifyingGlassIcon />}
          maxLength={100}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            seek(value);
          }}
        />
        <Select
          flex="1 1 9rem"
          label={texts.products.sort}
          allowDeselect={false}
          value={sort ?? '-lastOrderAt'}
          onChange={(chosen) => choose('sort', chosen === '-lastOrderAt' ? null : chosen)}
          data={Object.entries(sorts).map(([value, label]) => ({ value, label }))}
        />
      </Group>
    </search>
  );
}

function CustomerTable({ items }: { readonly items: readonly ListedCustomer[] }) {
  const { customerPages: words, nav } = useText();
  return (
    <Table className="rows orders compact" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.one}</Table.Th>
          <Table.Th>{words.contact}</Table.Th>
          <Table.Th className="amount">{nav.orders}</Table.Th>
          <Table.Th className="amount">{words.sum}</Table.Th>
          <Table.Th>{words.lastOrder}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((customer) => (
          <CustomerRow key={customer.id} customer={customer} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function CustomerRow({ customer }: { readonly customer: ListedCustomer }) {
  const texts = useText();
  const words = texts.customerPages;
  const channelName = useChannelName();
  const { id, name, email, phone, orders, unpaid, total, lastOrder } = customer;
  return (
    <Table.Tr>
      <Table.Td>
        <Link href={`/customers/${id}`} className="name mantine-focus-auto">
          <Visible text={name ?? email ?? words.nameless} />
        </Link>
        {lastOrder.channel !== 'store' && (
          <Text size="xs" c="dimmed">
            {channelName(lastOrder.channel)}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="value" data-head={words.contact}>
        <Visible text={email ?? '–'} />
        {phone !== null && (
          <Text size="xs" c="dimmed">
            <Visible text={phone} />
          </Text>
        )}
      </Table.Td>
      <Table.Td className="amount labelled" data-head={texts.nav.orders}>
        {count(orders, texts)}
        {unpaid > 0 && (
          <Text size="xs" c="dimmed">
            {words.unpaid(count(unpaid, texts))}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="amount lead" data-head={words.sum}>
        {money(total)}
      </Table.Td>
      <Table.Td data-head={words.lastOrder}>
        <Ago at={lastOrder.placedAt} />
      </Table.Td>
    </Table.Tr>
  );
}
