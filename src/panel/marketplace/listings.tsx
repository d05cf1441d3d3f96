import { Anchor, Badge, Group, Table, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { useListings } from '../api/shop';
import type { Extension, Listing } from '../api/types';
import { useLabel, useWord } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { count, money } from '../text/format';
import { useText } from '../text/text';

/** What a channel offers of the shop, beside what the shop has. */
export function ListingsPage({ channel: { key, name } }: { readonly channel: Pick<Extension, 'key' | 'name'> }) {
  const texts = useText();
  const listings = useListings(key);
  return (
    <>
      <Anchor component={Link} href="/marketplace" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.marketplace.channels}
      </Anchor>
      <PageHeader title={texts.marketplace.listingsOf(name)} lead={texts.marketplace.listingsLead} />
      <Pages
        query={listings}
        empty={<Empty title={texts.marketplace.noListings} hint={texts.marketplace.noListingsHint} />}
      >
        {(items) => <ListingTable items={items} />}
      </Pages>
    </>
  );
}

const statusColors: Readonly<Record<string, string>> = { on_sale: 'teal', locked: 'orange', blacklisted: 'red' };

export function ListingTable({ items }: { readonly items: readonly Listing[] }) {
  const texts = useText();
  const word = useWord('listing', 'status');
  const problemWord = useWord('listing', 'problem');
  const heads = {
    title: useLabel('listing', 'title'),
    price: useLabel('listing', 'effectivePrice'),
    pushed: useLabel('listing', 'pushedStock'),
    live: useLabel('listing', 'liveStock'),
    status: useLabel('listing', 'status'),
  };
  const stock = (value: number | null) => (value === null ? texts.common.nothing : count(value, texts));
  return (
    <Table className="rows" verticalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{heads.title}</Table.Th>
          <Table.Th className="amount">{heads.price}</Table.Th>
          <Table.Th className="amount">{heads.live}</Table.Th>
          <Table.Th className="amount">{heads.pushed}</Table.Th>
          <Table.Th>{heads.status}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map(
          ({ id, productId, title, barcode, effectivePrice, liveStock, pushedStock, status, problem, drift }) => (
            <Table.Tr key={id}>
              <Table.Td className="value">
                <Link href={`/products/${productId}`} className="name mantine-focus-auto">
                  <Visible text={title ?? texts.marketplace.removed} />
                </Link>
                {barcode && (
                  <Text size="xs" c="dimmed">
                    <Visible text={barcode} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="amount" data-head={heads.price}>
                {effectivePrice === null ? texts.common.nothing : money(effectivePrice)}
              </Table.Td>
              <Table.Td className="amount" data-head={heads.live}>
                {stock(liveStock)}
              </Table.Td>
              <Table.Td className="amount" data-head={heads.pushed}>
                {stock(pushedStock)}
              </Table.Td>
              <Table.Td data-head={heads.status}>
                <Group gap={4}>
                  <Badge variant="light" color={statusColors[status] ?? 'gray'}>
                    {word(status)}
                  </Badge>
                  {drift && (
                    <Badge variant="light" color="orange">
                      {texts.marketplace.drift}
                    </Badge>
                  )}
                </Group>
                {problem && (
                  <Text size="xs" c="red">
                    {problemWord(problem)}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ),
        )}
      </Table.Tbody>
    </Table>
  );
}
