import { Badge, Group, Select, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { MagnifyingGlassIcon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { useCoupons } from '../api/coupons';
import type { Coupon } from '../api/types';
import { useLabel } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { count, dateTime, money } from '../text/format';
import { useText } from '../text/text';
import { EditCoupon, NewCoupon, SwitchCoupon } from './acts';
import { stateOf, takenOff } from './described';

const TYPING_MS = 300;

/** Lists the discounts that the shop gives, by a code or without one. */
export function CouponsPage() {
  const texts = useText();
  const words = texts.couponPages;
  const [search, setSearch] = useSearchParams();
  const active = search.get('active') ?? undefined;
  const code = search.get('code') ?? undefined;
  const coupons = useCoupons({ ...(active ? { active } : {}), ...(code ? { code } : {}) });
  const choose = (name: 'active' | 'code', value: string | null): void =>
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
      <PageHeader title={texts.nav.coupons} lead={words.lead}>
        <NewCoupon />
      </PageHeader>
      <Filters active={active} code={code} choose={choose} />
      <Pages
        query={coupons}
        empty={
          active || code ? <Empty title={words.emptyFiltered} /> : <Empty title={words.empty} hint={words.emptyHint} />
        }
      >
        {(items) => <CouponTable items={items} />}
      </Pages>
    </>
  );
}

interface FiltersProps {
  readonly active: string | undefined;
  readonly code: string | undefined;
  readonly choose: (name: 'active' | 'code', value: string | null) => void;
}

function Filters({ active, code, choose }: FiltersProps) {
  const { couponPages: words, common } = useText();
  const [typed, setTyped] = useState(code ?? '');
  const seek = useDebouncedCallback((value: string) => choose('code', value.trim() || null), TYPING_MS);
  return (
    <search>
      <Group mb="md" gap="xs" align="flex-end">
        <TextInput
          flex="4 1 14rem"
          type="search"
          label={words.search}
          leftSection={<MagnifyingGlassIcon />}
          maxLength={64}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value);
            seek(value);
          }}
        />
        <Select
          flex="1 1 9rem"
          label={words.state}
          allowDeselect={false}
          value={active ?? 'all'}
          onChange={(chosen) => choose('active', chosen === 'all' ? null : chosen)}
          data={[
            { value: 'all', label: common.all },
            { value: 'true', label: words.states.on },
            { value: 'false', label: words.states.off },
          ]}
        />
      </Group>
    </search>
  );
}

function CouponTable({ items }: { readonly items: readonly Coupon[] }) {
  const { couponPages: words } = useText();
  const [title, uses, given] = [useLabel('coupon', 'title'), useLabel('coupon', 'uses'), useLabel('coupon', 'given')];
  return (
    <Table className="rows" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{title}</Table.Th>
          <Table.Th>{words.discount}</Table.Th>
          <Table.Th>{words.state}</Table.Th>
          <Table.Th className="amount">{uses}</Table.Th>
          <Table.Th className="amount">{given}</Table.Th>
          <Table.Th>{words.acts}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((coupon) => (
          <CouponRow key={coupon.id} coupon={coupon} heads={{ uses, given }} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  readonly coupon: Coupon;
  readonly heads: { readonly uses: string; readonly given: string };
}

function CouponRow({ coupon, heads }: RowProps) {
  const texts = useText();
  const words = texts.couponPages;
  const { title, code, minimum, collectionId, uses, usesMax, customerUsesMax, startsAt, endsAt, given } = coupon;
  const state = stateOf(coupon, Date.now());
  const terms = [
    ...(minimum > 0 ? [words.from(money(minimum))] : []),
    ...(collectionId === null ? [] : [words.ofCollection]),
    ...(customerUsesMax === null ? [] : [words.perCustomer(count(customerUsesMax, texts))]),
    ...(startsAt === null ? [] : [words.starts(dateTime(startsAt, texts))]),
    ...(endsAt === null ? [] : [words.ends(dateTime(endsAt, texts))]),
  ];
  return (
    <Table.Tr>
      <Table.Td className="value">
        <span className="name">
          <Visible text={title} />
        </span>
        <Text size="xs" c="dimmed">
          {code ?? words.automatic}
        </Text>
      </Table.Td>
      <Table.Td data-head={words.discount}>
        {takenOff(coupon, texts)}
        {terms.length > 0 && (
          <Text size="xs" c="dimmed">
            {terms.join(' · ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-head={words.state}>
        <Badge variant="light" miw="max-content" color={state === 'on' ? 'teal' : 'gray'}>
          {words.states[state]}
        </Badge>
      </Table.Td>
      <Table.Td className="amount" data-head={heads.uses}>
        {count(uses, texts)}
        {usesMax !== null && ` / ${count(usesMax, texts)}`}
      </Table.Td>
      <Table.Td className="amount" data-head={heads.given}>
        {money(given)}
      </Table.Td>
      <Table.Td data-head={words.acts}>
        <Group gap="xs" wrap="nowrap">
          <EditCoupon coupon={coupon} />
          <SwitchCoupon coupon={coupon} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
