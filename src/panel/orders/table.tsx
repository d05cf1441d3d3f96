import { Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { ListedOrder } from '../api/types';
import { SelectOne, SelectShown } from '../bulk/selection';
import { useLabel } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import type { RowsAhead } from '../parts/states';
import { Ago } from '../parts/time';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { type Column, ColumnTable } from '../views/columns';
import { FulfilmentBadge, PaymentBadge, ReturnBadge } from './badges';
import { useChannelName } from './channel-name';

export const ordersAhead: RowsAhead = { wide: 47, narrow: 63, form: 'table' };

/** The columns of the list that a person may choose. */
export function useOrderColumns(): readonly Column<ListedOrder>[] {
  const texts = useText();
  const channelName = useChannelName();
  return [
    {
      key: 'buyer',
      head: texts.orders.buyer,
      className: 'value',
      show: ({ buyerName }) => <Visible text={buyerName} />,
    },
    { key: 'total', head: useLabel('order', 'total'), className: 'amount lead', show: ({ total }) => money(total) },
    { key: 'payment', head: useLabel('order', 'payment'), show: (order) => <Paid order={order} /> },
    {
      key: 'fulfilment',
      head: useLabel('order', 'fulfilment'),
      show: (order) => (
        <Group gap={4} display="inline-flex">
          <FulfilmentBadge of={order} />
          {order.return !== null && <ReturnBadge state={order.return} of={order.returns} />}
        </Group>
      ),
    },
    {
      key: 'placedAt',
      head: useLabel('order', 'placedAt'),
      className: 'early',
      show: ({ placedAt }) => <Ago at={placedAt} />,
    },
    {
      key: 'channel',
      head: useLabel('order', 'channel'),
      className: 'labelled',
      isExtra: true,
      show: ({ channel }) => channelName(channel),
    },
    {
      key: 'externalNumber',
      head: useLabel('order', 'externalNumber'),
      className: 'labelled',
      isExtra: true,
      show: ({ externalNumber }) => <Visible text={externalNumber ?? texts.common.nothing} />,
    },
  ];
}

/** Orders as a row each, which leads to its page. */
export function OrderTable({ items }: { readonly items: readonly ListedOrder[] }) {
  const texts = useText();
  return (
    <ColumnTable
      list="orders"
      className="rows orders compact two-lines"
      ahead={ordersAhead}
      items={items}
      columns={useOrderColumns()}
      first={{
        head: (
          <Group gap="sm" wrap="nowrap">
            <SelectShown of={items} />
            {texts.orders.one}
          </Group>
        ),
        show: ({ id, number, pieces, channel }) => (
          <Group wrap="nowrap" gap="sm">
            <SelectOne id={id} title={number} />
            <div>
              <Link href={`/orders/${id}`} className="name mantine-focus-auto">
                {number}
              </Link>{' '}
              <Text size="xs" c="dimmed" span>
                {texts.orders.pieces(count(pieces, texts))}
                {channel !== 'store' && ` · ${channel}`}
              </Text>
            </div>
          </Group>
        ),
      }}
    />
  );
}

/** How an order is paid, and how much was given back, which is no field of what changes of an order record. */
function Paid({ order: { payment, refund } }: { readonly order: ListedOrder }) {
  const { refundStates } = useText().orders;
  return (
    <>
      <PaymentBadge state={payment} />
      {refund !== 'none' && (
        <Text size="xs" c="dimmed">
          {refundStates[refund]}
        </Text>
      )}
    </>
  );
}
