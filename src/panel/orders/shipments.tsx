import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { ExternalLinkIcon } from '@radix-ui/react-icons';
import { hostOf } from '../../kernel/host-of';
import { useCarrierNames } from '../api/orders';
import { useExtensionName } from '../api/providers';
import type { Order, Shipment } from '../api/types';
import { ActButton } from '../parts/act';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { SaveFile } from '../parts/save-file';
import { Ago } from '../parts/time';
import { count, money } from '../text/format';
import { useText } from '../text/text';
import { ShipmentBadge } from './badges';
import { lacksId, mayCancelShipment, mayLook, mayRenumber, trackable } from './may';
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
            <Visible text={trackingNumber} /> ({hostOf(trackingUrl)}) <ExternalLinkIcon aria-hidden />
          </Anchor>
        )}
      </Text>
      <Text size="xs" c="dimmed" component="div">
        {pieces.map(({ lineId, quantity }) => `${count(quantity, texts)} × ${titles.get(lineId) ?? ''}`).join(' · ')}
      </Text>
      <AtProvider shipment={shipment} />
      <Group gap="xs" mt="xs">
        {shipment.remoteId !== null && (
          <SaveFile method="POST" path={`/v1/orders/${order.id}/cargo/${id}/label`} of={name}>
            {texts.orders.label}
          </SaveFile>
        )}
        {mayLook(shipment) && (
          <ActButton
            says={acts.ask}
            command="orders.shipment.update"
            route={`/v1/orders/${order.id}/cargo/${id}/update`}
            of={{ expectedRev: rev }}
            button={{ size: 'xs' }}
          />
        )}
        {states.length > 0 && (
          <ActButton
            says={isCorrected ? acts.correct : acts.track}
            command="order.shipment.track"
            of={of}
            asks={['state', ...(isCorrected ? ['reason'] : []), ...(lacksId(shipment) ? ['remoteId'] : [])]}
            names={{ state: Object.fromEntries(states.map((each) => [each, stateWord(each)])) }}
            button={{ size: 'xs' }}
          />
        )}
        {mayRenumber(shipment) && (
          <ActButton
            says={acts.renumber}
            command="order.shipment.track"
            of={{ ...of, state }}
            asks={['trackingNumber']}
            needs={['trackingNumber']}
            start={{ trackingNumber }}
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

/** Shows the state of a parcel at the provider with which it was booked, and the task of the merchant where there is none. */
function AtProvider({ shipment }: { readonly shipment: Shipment }) {
  const texts = useText();
  const extensionName = useExtensionName();
  const { state, extension, packageId, service, price, failure, waitingFor, lookedAt } = shipment;
  const provider = extension === null ? '' : extensionName(extension);
  const booked = [provider, packageId, service].filter(Boolean).join(' · ');
  return (
    <>
      {extension !== null && (
        <Text size="xs" c="dimmed" component="div" className="value">
          <Visible text={booked} />
          {price !== null && ` · ${money(price)}`}
          {lookedAt !== null && (
            <>
              {' '}
              · {texts.orders.lookedAt}: <Ago at={lookedAt} />
            </>
          )}
        </Text>
      )}
      {waitingFor !== null && isAtProvider.includes(state) && (
        <Text size="sm" component="div" className="value">
          {texts.orders.waitingForCarrier}: <Visible text={waitingFor} />
        </Text>
      )}
      {state === 'unknown' && (
        <Alert color="red" mt="xs" title={texts.orders.shipmentUnknown.title}>
          {texts.orders.shipmentUnknown.text(provider)}
        </Alert>
      )}
      {failure !== null && (
        <Text size="sm" c="red" component="div" className="value">
          {texts.orders.shipmentFailed}: <Visible text={failure} />
        </Text>
      )}
    </>
  );
}

/** States in which a parcel waits for its provider. A parcel that has ended keeps its last task. */
const isAtProvider: readonly Shipment['state'][] = ['booking', 'cancelling', 'unknown'];
