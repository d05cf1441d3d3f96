import { Anchor, Group, Stack, Text } from '@mantine/core';
import { ExternalLinkIcon } from '@radix-ui/react-icons';
import { useCarrierNames } from '../api/orders';
import type { Order, Shipment } from '../api/types';
import { ActButton } from '../parts/act';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { count } from '../text/format';
import { useText } from '../text/text';
import { ShipmentBadge } from './badges';
import { mayCancelShipment, trackable } from './may';
import { lineTitle } from './pieces';

/** The parcels of an order, newest first. */
export function Shipments({ order }: { readonly order: Order }) {
  const texts = useText();
  const { shipments } = order;
  return (
    <Part title={texts.orders.shipments}>
      {shipments.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.orders.noShipments}
        </Text>
      ) : (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {shipments.toReversed().map((shipment) => (
            <Parcel key={shipment.id} shipment={shipment} order={order} />
          ))}
        </Stack>
      )}
    </Part>
  );
}

interface ParcelProps {
  readonly shipment: Shipment;
  readonly order: Order;
}

function Parcel({ shipment, order }: ParcelProps) {
  const texts = useText();
  const { acts } = texts.orders;
  const carriers = useCarrierNames();
  const stateWord = useWord('shipment', 'state');
  const { id, rev, state, stateAt, carrier, trackingNumber, trackingUrl, pieces } = shipment;
  const name = carriers[carrier] ?? carrier;
  const of = { orderId: order.id, shipmentId: id, expectedRev: rev };
  const states = trackable(shipment);
  const isCorrected = state === 'delivered' || state === 'returned';
  const titles = new Map(order.lines.map((line) => [line.id, lineTitle(line)]));
  return (
    <li aria-label={[name, trackingNumber].filter(Boolean).join(' ')} className="boxed">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Group gap="xs">
          <Text size="xs" c="dimmed">
            <Ago at={stateAt} />
          </Text>
          <ShipmentBadge state={state} />
        </Group>
      </Group>
      <Text size="sm" component="div" className="value">
        {trackingNumber === null ? (
          <Text span size="sm" c="dimmed">
            {texts.orders.noNumber}
          </Text>
        ) : trackingUrl === null ? (
          <Visible text={trackingNumber} />
        ) : (
          <Anchor href={trackingUrl} target="_blank" rel="noreferrer" size="sm">
            <Visible text={trackingNumber} /> <ExternalLinkIcon aria-hidden />
          </Anchor>
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {pieces.map(({ lineId, quantity }) => `${count(quantity, texts)} × ${titles.get(lineId) ?? ''}`).join(' · ')}
      </Text>
      <Group gap="xs" mt="xs">
        {states.length > 0 && (
          <ActButton
            says={isCorrected ? acts.correct : acts.track}
            command="order.shipment.track"
            of={of}
            asks={isCorrected ? ['state', 'reason'] : ['state']}
            names={{ state: Object.fromEntries(states.map((each) => [each, stateWord(each)])) }}
            button={{ size: 'xs' }}
          />
        )}
        {mayCancelShipment(shipment) && (
          <ActButton
            says={acts.cancelShipment}
            command="order.shipment.cancel"
            of={of}
            destructive
            button={{ size: 'xs' }}
          />
        )}
      </Group>
    </li>
  );
}
