import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListedOrder } from '../../api/types';
import { Visible } from '../../parts/quoted';
import { Ago } from '../../parts/time';
import { useText } from '../../text/text';

interface OrderCardProps {
  readonly order: ListedOrder;
  /** Stands behind the numbers of the order. */
  readonly badge?: ReactNode;
  /** The name of the buyer, where it helps. */
  readonly buyer?: string | undefined;
  readonly children: ReactNode;
}

/** An order in a list of a marketplace: its numbers, with a way to its own page, and what the list is about. */
export function OrderCard({ order, badge, buyer, children }: OrderCardProps) {
  const texts = useText();
  const { id, number, externalNumber, placedAt } = order;
  return (
    <Paper withBorder p="md" component="li" aria-label={number}>
      <Group justify="space-between" gap="xs" mb="xs">
        <Group gap="xs">
          <Link href={`/orders/${id}`} className="titled mantine-focus-auto">
            {texts.orders.title(number)}
          </Link>
          {externalNumber !== null && (
            <Text size="xs" c="dimmed" component="span">
              <Visible text={externalNumber} />
            </Text>
          )}
          {badge}
        </Group>
        <Text size="xs" c="dimmed" component="div" className="value">
          {buyer !== undefined && (
            <>
              <Visible text={buyer} /> ·{' '}
            </>
          )}
          <Ago at={placedAt} />
        </Text>
      </Group>
      {children}
    </Paper>
  );
}
