import { Badge } from '@mantine/core';
import type { ListedOrder, Refund, Return, Shipment } from '../api/types';
import { useWord } from '../parts/meaning';

const paymentColors: Readonly<Record<ListedOrder['payment'], string>> = {
  pending_cod: 'blue',
  awaiting_transfer: 'orange',
  paid: 'teal',
  cancelled: 'gray',
};

const fulfilmentColors: Readonly<Record<ListedOrder['fulfilment'], string>> = {
  unfulfilled: 'orange',
  partially_fulfilled: 'orange',
  fulfilled: 'blue',
  shipped: 'blue',
  delivered: 'teal',
  returned_to_sender: 'red',
};

const returnColors: Readonly<Record<Return['state'], string>> = {
  requested: 'orange',
  approved: 'blue',
  partially_received: 'orange',
  received: 'orange',
  refunded: 'teal',
  rejected: 'gray',
  withdrawn: 'gray',
};

const refundColors: Readonly<Record<Refund['state'], string>> = {
  requested: 'blue',
  unknown: 'red',
  succeeded: 'teal',
  failed: 'red',
};

const shipmentColors: Readonly<Partial<Record<Shipment['state'], string>>> = {
  delivered: 'teal',
  attempt_failed: 'orange',
  returning: 'orange',
  returned: 'red',
  lost: 'red',
  unknown: 'red',
  cancelled: 'gray',
  failed: 'red',
};

interface BadgeProps<State> {
  readonly state: State;
  readonly size?: 'lg';
}

export function PaymentBadge({ state, ...props }: BadgeProps<ListedOrder['payment']>) {
  const word = useWord('order', 'payment');
  return (
    <Badge variant="light" color={paymentColors[state]} {...props}>
      {word(state)}
    </Badge>
  );
}

interface FulfilmentBadgeProps {
  readonly of: Pick<ListedOrder, 'payment' | 'fulfilment' | 'refund'>;
  readonly size?: 'lg';
}

/** How far goods are; none where nothing has left and nothing will: the order is cancelled, or all of its money given back. */
export function FulfilmentBadge({ of: { payment, fulfilment, refund }, ...props }: FulfilmentBadgeProps) {
  const word = useWord('order', 'fulfilment');
  if (fulfilment === 'unfulfilled' && (payment === 'cancelled' || refund === 'full')) return null;
  return (
    <Badge variant="light" color={fulfilmentColors[fulfilment]} {...props}>
      {word(fulfilment)}
    </Badge>
  );
}

interface ReturnBadgeProps extends BadgeProps<Return['state']> {
  /** How many there are: the others are somewhere else. */
  readonly of?: number;
}

export function ReturnBadge({ state, of = 1, ...props }: ReturnBadgeProps) {
  const word = useWord('orderReturn', 'state');
  return (
    <Badge variant="light" color={returnColors[state]} {...props}>
      {word(state)}
      {of > 1 && ` +${of - 1}`}
    </Badge>
  );
}

export function RefundBadge({ state, ...props }: BadgeProps<Refund['state']>) {
  const word = useWord('refund', 'state');
  return (
    <Badge variant="light" color={refundColors[state]} {...props}>
      {word(state)}
    </Badge>
  );
}

export function ShipmentBadge({ state, ...props }: BadgeProps<Shipment['state']>) {
  const word = useWord('shipment', 'state');
  return (
    <Badge variant="light" color={shipmentColors[state] ?? 'blue'} {...props}>
      {word(state)}
    </Badge>
  );
}
