import { Badge, Group, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Listing } from '../api/types';
import { SelectOne, SelectShown } from '../bulk/selection';
import { type AskedJob, useAsked } from '../jobs/asked-jobs';
import { ActButton } from '../parts/act';
import { useLabel, useWord } from '../parts/meaning';
import { Quoted, Visible } from '../parts/quoted';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { DriftOf } from './drift';

const statusColors: Readonly<Record<string, string>> = {
  on_sale: 'teal',
  pending_approval: 'blue',
  rejected: 'red',
  locked: 'orange',
  blacklisted: 'red',
};

/** States in which the marketplace may be asked to list the item. */
const pushable: readonly Listing['status'][] = ['none', 'unknown', 'rejected'];

interface ListingTableProps {
  readonly items: readonly Listing[];
  /** Many of them can be selected and changed at once. */
  readonly selectable?: boolean;
}

/** Listings of marketplaces, beside what the shop has. */
export function ListingTable({ items, selectable = false }: ListingTableProps) {
  const heads = {
    title: useLabel('listing', 'title'),
    price: useLabel('listing', 'effectivePrice'),
    pushed: useLabel('listing', 'pushedStock'),
    live: useLabel('listing', 'liveStock'),
    status: useLabel('listing', 'status'),
  };
  return (
    <Table className="rows" verticalSpacing="sm" highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>
            <Group gap="sm" wrap="nowrap">
              {selectable && <SelectShown of={items} />}
              {heads.title}
            </Group>
          </Table.Th>
          <Table.Th className="amount">{heads.price}</Table.Th>
          <Table.Th className="amount">{heads.live}</Table.Th>
          <Table.Th className="amount">{heads.pushed}</Table.Th>
          <Table.Th>{heads.status}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((listing) => (
          <ListingRow key={listing.id} listing={listing} heads={heads} selectable={selectable} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ListingRowProps {
  readonly listing: Listing;
  /** The names of the columns, for phones, where a row is a card without a head above it. */
  readonly heads: Readonly<Record<'price' | 'pushed' | 'live' | 'status', string>>;
  readonly selectable: boolean;
}

function ListingRow({ listing, heads, selectable }: ListingRowProps) {
  const texts = useText();
  const word = useWord('listing', 'status');
  const problemWord = useWord('listing', 'problem');
  const { productId, title, barcode, effectivePrice, liveStock, pushedStock, status, problem, enabled } = listing;
  const { listings } = texts.channel;
  const stock = (value: number | null) => (value === null ? texts.common.nothing : count(value, texts));
  return (
    <Table.Tr>
      <Table.Td className="value">
        <Group gap="sm" wrap="nowrap">
          {selectable && <SelectOne id={listing.id} title={title ?? listings.removed} />}
          <div>
            <Link href={`/products/${productId}`} className="name mantine-focus-auto">
              <Visible text={title ?? listings.removed} />
            </Link>
            {barcode && (
              <Text size="xs" c="dimmed">
                <Visible text={barcode} />
              </Text>
            )}
          </div>
        </Group>
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
        <Group gap={4} display="inline-flex">
          <Badge variant="light" color={statusColors[status] ?? 'gray'}>
            {word(status)}
          </Badge>
          {!enabled && (
            <Badge variant="light" color="gray">
              {listings.off}
            </Badge>
          )}
        </Group>
        {problem && (
          <Text size="xs" c="red">
            {problemWord(problem)}
          </Text>
        )}
        {listing.rejectReasons.map((reason) => (
          <Text size="xs" c="red" key={reason}>
            <Quoted text={reason} />
          </Text>
        ))}
        <DriftOf listing={listing} />
        {enabled && problem === null && pushable.includes(status) && <PushButton listing={listing} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Has a product listed. The missing fields are told one by one, before anything is sent. */
function PushButton({ listing: { productId, extension, title } }: { readonly listing: Listing }) {
  const { listings } = useText().channel;
  const asked = useAsked();
  return (
    <div>
      <ActButton
        command="channel.catalog.push"
        route={`/v1/channel/${extension}/catalog/push`}
        says={listings.push}
        of={{ productIds: [productId] }}
        named={title ?? listings.removed}
        button={{ size: 'compact-xs', mt: 4 }}
        onDone={(job) => asked(job as unknown as AskedJob)}
      />
    </div>
  );
}
