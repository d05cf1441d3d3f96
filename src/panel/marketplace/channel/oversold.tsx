import { Anchor, Group, Paper, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { packingStages, useFoundOrders } from '../../api/packages';
import type { ListedOrder } from '../../api/types';
import { FulfilmentBadge } from '../../orders/badges';
import { Visible } from '../../parts/quoted';
import { Ago } from '../../parts/time';
import { count } from '../../text/format';
import { useText } from '../../text/text';
import { FoundOrders } from './found';
import type { OfChannel } from './page';

/** Pieces that were delivered were found after all. */
const isOversold = ({ oversold, fulfilment }: ListedOrder): boolean =>
  oversold > 0 && packingStages.some((stage) => stage === fulfilment);

/** Orders with pieces that were not there when they were sold. */
export function OversoldPage({ channel: { key } }: OfChannel) {
  const { oversold } = useText().channel;
  const found = useFoundOrders(key, isOversold);
  return (
    <FoundOrders found={found} says={oversold}>
      {(order) => <OversoldOrder order={order} />}
    </FoundOrders>
  );
}

function OversoldOrder({ order }: { readonly order: ListedOrder }) {
  const texts = useText();
  const { oversold: words } = texts.channel;
  const { id, number, channel, externalNumber, buyerName, placedAt, oversold, pieces } = order;
  return (
    <Paper withBorder p="md" component="li" aria-label={number}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Link href={`/orders/${id}`} className="titled mantine-focus-auto">
            {texts.orders.title(number)}
          </Link>
          {externalNumber !== null && (
            <Text size="xs" c="dimmed" component="span">
              <Visible text={externalNumber} />
            </Text>
          )}
          <FulfilmentBadge of={order} />
        </Group>
        <Text size="xs" c="dimmed" component="div" className="value">
          <Visible text={buyerName} /> · <Ago at={placedAt} />
        </Text>
      </Group>
      <Stack gap={4} mt="xs">
        <Text size="sm" c="red">
          {words.pieces(count(oversold, texts), count(pieces, texts))}
        </Text>
        <Anchor component={Link} href={`/marketplace/${channel}/packages`} size="sm">
          {words.toPackages}
        </Anchor>
      </Stack>
    </Paper>
  );
}
