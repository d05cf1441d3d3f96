import { Badge, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { type SettledOrder, useSettledOrders } from '../../api/finance';
import { Visible } from '../../parts/quoted';
import { Search } from '../../parts/search';
import { Empty, Pages } from '../../parts/states';
import { Ago } from '../../parts/time';
import { count, money } from '../../text/format';
import { useText } from '../../text/text';
import type { OfChannel } from './page';
import { Periods } from './periods';

/** Compares the pay that orders should bring with what their marketplace settles, to the kuruş. */
export function FinancePage({ channel: { key } }: OfChannel) {
  const { finance: words } = useText().channel;
  const [wanted, setWanted] = useState('');
  const { query, asOf } = useSettledOrders(key, orderNumberIn(wanted));
  return (
    <Stack>
      <Periods channel={key} />
      <Group justify="space-between" align="flex-end">
        <Search label={words.search} onSearch={setWanted} />
        {asOf !== null && (
          <Text size="xs" c="dimmed" component="div">
            {words.asOf}: <Ago at={asOf} />
          </Text>
        )}
      </Group>
      <Pages query={query} empty={<Empty title={words.empty} hint={words.emptyHint} />}>
        {(orders) => (
          <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {orders.map((order) => (
              <OneOrder key={order.orderNumber} order={order} />
            ))}
          </Stack>
        )}
      </Pages>
    </Stack>
  );
}

/** @returns undefined of a text that no order has as its number */
function orderNumberIn(text: string): string | undefined {
  const wanted = text.trim();
  return /^\S{1,64}$/.test(wanted) ? wanted : undefined;
}

function OneOrder({ order }: { readonly order: SettledOrder }) {
  const texts = useText();
  const { finance: words } = texts.channel;
  const { orderNumber, orderId, state, expected, settled, difference, rows, remarks } = order;
  return (
    <Paper withBorder p="md" component="li" aria-label={orderNumber}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          {orderId === null ? (
            <Visible text={orderNumber} />
          ) : (
            <Link href={`/orders/${orderId}`} className="titled mantine-focus-auto">
              {texts.orders.title(orderNumber)}
            </Link>
          )}
          <Badge variant="light" color={state === 'waiting' ? 'orange' : 'teal'}>
            {words.states[state]}
          </Badge>
        </Group>
        <Text size="xs" c="dimmed">
          {words.rows(count(rows, texts))}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="xs" component="dl" m={0}>
        <Sum name={words.expected} value={expected} />
        <Sum name={words.settled} value={settled} />
        <Sum name={words.difference} value={difference} />
      </SimpleGrid>
      {state === 'settled' && <Parts of={order} />}
      {remarks.map((remark) => (
        <Text key={remark} size="xs" c="orange" mt={4}>
          {words.remarks[remark]}
        </Text>
      ))}
    </Paper>
  );
}

function Sum({ name, value }: { readonly name: string; readonly value: number | null }) {
  const { finance: words } = useText().channel;
  return (
    <div>
      <Text size="xs" c="dimmed" component="dt">
        {name}
      </Text>
      <Text fw={600} component="dd" m={0}>
        {value === null ? words.unknown : money(value)}
      </Text>
    </div>
  );
}

const partNames = ['commission', 'cargo', 'penalty', 'return', 'discount', 'unexplained'] as const;

/** The reasons for which an order brings less than it should, or more. */
function Parts({ of: { parts } }: { readonly of: SettledOrder }) {
  const { finance: words } = useText().channel;
  const shown = partNames.flatMap((name) => {
    const value = parts?.[name] ?? 0;
    return value === 0 ? [] : [{ name, value }];
  });
  if (shown.length === 0) return null;
  return (
    <Stack gap={2} mt="xs" component="ul" p={0} style={{ listStyle: 'none' }} aria-label={words.parts}>
      {shown.map(({ name, value }) => (
        <Group key={name} component="li" justify="space-between" gap="xs">
          <Text size="sm" c={name === 'unexplained' ? 'red' : 'dimmed'}>
            {words.partNames[name]}
          </Text>
          <Text size="sm">{money(value)}</Text>
        </Group>
      ))}
    </Stack>
  );
}
