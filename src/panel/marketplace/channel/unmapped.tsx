import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useFoundOrders, useOrderOf } from '../../api/packages';
import { useChannelHealth } from '../../api/queries';
import type { ListedOrder, OrderLine } from '../../api/types';
import { Visible } from '../../parts/quoted';
import { Failure, Loading } from '../../parts/states';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import { FoundOrders } from './found';
import { Mapper } from './mapper';
import { OrderCard } from './order-card';
import type { OfChannel } from './page';

const isUnmapped = ({ unmapped }: ListedOrder): boolean => unmapped > 0;

/** Lines of orders that are of no product, each with the way to choose one. */
export function UnmappedPage({ channel: { key } }: OfChannel) {
  const texts = useText();
  const { unmapped: words } = texts.channel;
  const known = useChannelHealth(key).data?.unmappedOrders;
  const found = useFoundOrders(key, 'unmapped', isUnmapped, known);
  return (
    <Stack>
      {known !== undefined && found.orders.length < known && !found.isSearching && (
        <Text size="sm" c="dimmed" role="status">
          {words.found(count(found.orders.length, texts), count(known, texts))}
        </Text>
      )}
      <FoundOrders found={found} says={words}>
        {(order) => <UnmappedOrder row={order} />}
      </FoundOrders>
    </Stack>
  );
}

function UnmappedOrder({ row }: { readonly row: ListedOrder }) {
  const { data: order, error, refetch } = useOrderOf(row);
  const lines = (order?.lines ?? []).filter(
    ({ productId, unsent, quantity }) => productId === null && unsent < quantity,
  );
  return (
    <OrderCard order={row}>
      {error && <Failure error={error} retry={refetch} />}
      {!order && !error && <Loading />}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {lines.map((line) => (
          <UnmappedLine key={line.id} line={line} channel={row.channel} />
        ))}
      </Stack>
    </OrderCard>
  );
}

interface UnmappedLineProps {
  readonly line: OrderLine;
  readonly channel: string;
}

function UnmappedLine({ line: { title, barcode, quantity }, channel }: UnmappedLineProps) {
  const texts = useText();
  const { unmapped: words } = texts.channel;
  const [isMapping, setMapping] = useState(false);
  return (
    <li aria-label={title} className="boxed">
      <Group justify="space-between" gap="sm">
        <div className="value" style={{ flex: '1 1 12rem' }}>
          <Text size="sm" fw={600}>
            <Visible text={title} />
          </Text>
          <Text size="xs" c="dimmed" component="div">
            {words.pieces(count(quantity, texts))}
            {barcode !== null && (
              <>
                {` · ${words.barcode}: `}
                <Visible text={barcode} />
              </>
            )}
          </Text>
        </div>
        {barcode === null ? (
          <Text size="xs" c="dimmed" maw={320}>
            {words.noBarcode}
          </Text>
        ) : (
          <Button size="xs" aria-label={words.chooseOf(title)} onClick={() => setMapping(true)}>
            {words.choose}
          </Button>
        )}
      </Group>
      {isMapping && barcode !== null && (
        <Mapper channel={channel} barcode={barcode} onClose={() => setMapping(false)} />
      )}
    </li>
  );
}
