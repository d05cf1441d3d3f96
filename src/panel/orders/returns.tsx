import { Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { Order } from '../api/types';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { dateTime } from '../text/format';
import { useText } from '../text/text';
import { ReturnBadge } from './badges';

/** Shows the returns of an order, newest first; each leads to its page. */
export function ReturnsOf({ order }: { readonly order: Order }) {
  const texts = useText();
  const kindWord = useWord('orderReturn', 'kind');
  return (
    <Part title={texts.nav.returns}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {order.returns.toReversed().map(({ id, kind, state, noticedAt, pieces }) => (
          <li key={id}>
            <Group justify="space-between" gap="xs">
              <div>
                <Link href={`/returns/${id}`} className="name mantine-focus-auto">
                  {kindWord(kind)}
                </Link>
                <Text size="xs" c="dimmed">
                  {dateTime(noticedAt, texts)} ·{' '}
                  {texts.orders.pieces(String(pieces.reduce((sum, { units }) => sum + units.length, 0)))}
                </Text>
              </div>
              <ReturnBadge state={state} />
            </Group>
          </li>
        ))}
      </Stack>
    </Part>
  );
}
