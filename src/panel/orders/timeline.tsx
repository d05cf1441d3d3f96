import { Timeline as Rail, Stack, Text } from '@mantine/core';
import { visibleText } from '../../kernel/schema/visible';
import { useCarrierNames } from '../api/orders';
import type { Order } from '../api/types';
import { ActButton } from '../parts/act';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { money } from '../text/format';
import { useText } from '../text/text';

/** Shows the events of an order, newest first, with the notes of the merchant. */
export function Timeline({ order }: { readonly order: Order }) {
  const texts = useText();
  const kindWord = useWord('orderEvent', 'kind');
  const stateOf = useStateOf();
  const aboutOf = useAboutOf(order);
  const { actors } = texts.audit;
  return (
    <Part title={texts.orders.timeline}>
      <Stack gap="md">
        <div>
          <ActButton
            says={texts.orders.acts.note}
            command="order.note.add"
            of={{ orderId: order.id }}
            asks={['text']}
            button={{ size: 'xs' }}
          />
        </div>
        <Rail bulletSize={12} lineWidth={2} active={order.timeline.length}>
          {order.timeline.toReversed().map((event) => {
            const { id, kind, at, actor, text } = event;
            const state = [aboutOf(event), stateOf(event)].filter(Boolean).join(' · ');
            const who = Object.hasOwn(actors, actor) ? actors[actor as keyof typeof actors] : actor;
            return (
              <Rail.Item key={id} title={kindWord(kind)}>
                {state !== '' && (
                  <Text size="sm" component="div" className="value">
                    {state}
                  </Text>
                )}
                {text !== null && (
                  <Text size="sm" component="div" className="value letter">
                    <Visible text={text} />
                  </Text>
                )}
                <Text size="xs" c="dimmed">
                  {who} · <Ago at={at} />
                </Text>
              </Rail.Item>
            );
          })}
        </Rail>
      </Stack>
    </Part>
  );
}

/** Names the parcel or refund of an event. */
function useAboutOf(order: Order): (event: Order['timeline'][number]) => string | null {
  const carriers = useCarrierNames();
  return ({ subjectId }) => {
    const refund = order.refunds.find(({ id }) => id === subjectId);
    if (refund) return money(refund.amount);
    const parcel = order.shipments.find(({ id }) => id === subjectId);
    if (!parcel) return null;
    const { carrier, trackingNumber } = parcel;
    return visibleText([carriers[carrier] ?? carrier, trackingNumber].filter(Boolean).join(' '));
  };
}

/** Names the state that an event reports. */
function useStateOf(): (event: Order['timeline'][number]) => string | null {
  const texts = useText();
  const shipment = useWord('shipment', 'state');
  const reason = useWord('order', 'cancelReason');
  const returned = useWord('orderReturn', 'state');
  const ground = useWord('orderReturn', 'rejection', 'ground');
  const packaged = useWord('orderPackage', 'state');
  return ({ kind, state }) => {
    if (state === null) return null;
    if (kind === 'shipment' || kind === 'tracked') return shipment(state);
    if (kind === 'cancelled') return reason(state);
    if (kind === 'return_received') return returned(state);
    if (kind === 'return_rejected') return ground(state);
    if (kind === 'package' || kind === 'still_open_there') return packaged(state);
    return kind === 'codes_given' || kind === 'oversold' ? texts.orders.pieces(state) : state;
  };
}
