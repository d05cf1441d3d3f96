import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { packingStages, useFoundOrders } from '../../api/packages';
import type { ListedOrder } from '../../api/types';
import { FulfilmentBadge } from '../../orders/badges';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import { FoundOrders } from './found';
import { OrderCard } from './order-card';
import type { OfChannel } from './page';

/** Pieces that were delivered were found after all. */
const isOversold = ({ oversold, fulfilment }: ListedOrder): boolean =>
  oversold > 0 && packingStages.some((stage) => stage === fulfilment);

/** Orders with pieces that were not there when they were sold. */
export function OversoldPage({ channel: { key } }: OfChannel) {
  const { oversold } = useText().channel;
  const found = useFoundOrders(key, 'oversold', isOversold);
  return (
    <FoundOrders found={found} says={oversold}>
      {(order) => <OversoldOrder order={order} />}
    </FoundOrders>
  );
}

function OversoldOrder({ order }: { readonly order: ListedOrder }) {
  const texts = useText();
  const { oversold: words } = texts.channel;
  const { channel, buyerName, oversold, pieces } = order;
  return (
    <OrderCard order={order} badge={<FulfilmentBadge of={order} />} buyer={buyerName}>
      <Stack gap={4}>
        <Text size="sm" c="red">
          {words.pieces(count(oversold, texts), count(pieces, texts))}
        </Text>
        <Anchor component={Link} href={`/marketplace/${channel}/packages`} size="sm">
          {words.toPackages}
        </Anchor>
      </Stack>
    </OrderCard>
  );
}
