import { Group, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useCarrierNames } from '../api/orders';
import { useCargoProviders } from '../api/providers';
import type { Order } from '../api/types';
import { ActButton } from '../parts/act';
import { LiraInput } from '../parts/lira-input';
import { isoOf, localInput } from '../parts/local-time';
import { useLabel, useWord } from '../parts/meaning';
import { money } from '../text/format';
import { useText } from '../text/text';
import { saidWith, withAmount } from './amount';
import { CargoButton } from './cargo';
import {
  cancelReasonsOf,
  isByProvider,
  isLast,
  mayCollect,
  mayConfirm,
  refundable,
  refundCall,
  refundedBy,
  removable,
  returnable,
  shippable,
  toCollect,
  type Wanted,
} from './may';
import { allOf, lineTitle, type Pieces, PiecesInput } from './pieces';
import { PrintMenu } from './print';

interface OfOrder {
  readonly order: Order;
}

const expectedOrder = ({ id, rev }: Order) => ({ orderId: id, expectedRev: rev });

/** Shows the acts that an order allows as it stands. */
export function Actions({ order }: OfOrder) {
  const { acts } = useText().orders;
  const reasons = cancelReasonsOf(order);
  const reasonWord = useWord('order', 'cancelReason');
  const arrived = order.payment === 'cancelled' ? acts.cameLate : acts.confirm;
  return (
    <Group gap="xs" mb="md">
      <CargoButton order={order} />
      {shippable(order).length > 0 && <Ship order={order} />}
      {mayConfirm(order) && (
        <ActButton
          says={{ ...saidWith(arrived, order.total), text: arrived.text(money(order.total)) }}
          command="order.transfer.confirm"
          of={expectedOrder(order)}
          button={{ variant: order.payment === 'cancelled' ? 'default' : 'filled' }}
        />
      )}
      {mayCollect(order) && (
        <ActButton
          says={{ ...saidWith(acts.collect, toCollect(order)), text: acts.collect.text(money(toCollect(order))) }}
          command="order.cod.collect"
          of={expectedOrder(order)}
          button={{ variant: 'filled' }}
        />
      )}
      {refundable(order) > 0 && <Refunds order={order} />}
      {removable(order).length > 0 && <RemovePieces order={order} />}
      {returnable(order).length > 0 && <RequestReturn order={order} />}
      {reasons.length > 0 && (
        <ActButton
          says={acts.cancel}
          command="order.cancel"
          of={expectedOrder(order)}
          asks={['reason']}
          names={{ reason: Object.fromEntries(reasons.map((reason) => [reason, reasonWord(reason)])) }}
          destructive
        />
      )}
      <PrintMenu orders={[order]} papers={['packingSlips', 'labels', 'addressLabels']} />
    </Group>
  );
}

function Ship({ order }: OfOrder) {
  const texts = useText();
  const lines = useLabel('shipment', 'pieces');
  const carriers = useCarrierNames();
  const hasProvider = useCargoProviders().length > 0;
  const choosable = shippable(order).map(([line, left]) => ({ lineId: line.id, title: lineTitle(line), left }));
  return (
    <ActButton
      says={texts.orders.acts.ship}
      command="order.ship"
      of={expectedOrder(order)}
      asks={['carrier', 'trackingNumber']}
      names={{ carrier: carriers }}
      more={{
        start: { lines: allOf(choosable) },
        input: ({ lines: chosen }, change) => (
          <PiecesInput
            label={lines}
            of={choosable}
            value={chosen as Pieces}
            onChange={(pieces) => change({ lines: pieces })}
          />
        ),
      }}
      button={{ variant: hasProvider ? 'default' : 'filled' }}
    />
  );
}

/** Takes pieces out before anything is sent. */
function RemovePieces({ order }: OfOrder) {
  const { acts } = useText().orders;
  const pieces = useLabel('refund', 'pieces');
  const choosable = removable(order).map(([line, left]) => ({ lineId: line.id, title: lineTitle(line), left }));
  return (
    <ActButton
      says={{ ...acts.remove, text: acts.remove.text(order.payment === 'paid') }}
      command="order.pieces.remove"
      route={`/v1/account/orders/${order.id}/removed-pieces`}
      of={{ expectedRev: order.rev }}
      more={{
        start: { lines: [] },
        input: ({ lines: chosen }, change) => (
          <PiecesInput label={pieces} of={choosable} value={chosen as Pieces} onChange={(lines) => change({ lines })} />
        ),
        isEnough: ({ lines: chosen }) => (chosen as Pieces).length > 0 && !isLast(order, chosen as Pieces),
      }}
    />
  );
}

/** Enters the wish of a buyer that came by telephone or e-mail. */
function RequestReturn({ order }: OfOrder) {
  const texts = useText();
  const pieces = useLabel('orderReturn', 'pieces');
  const choosable = returnable(order).map(([line, left]) => ({ lineId: line.id, title: lineTitle(line), left }));
  return (
    <ActButton
      says={texts.returns.acts.request}
      command="order.return.request"
      of={expectedOrder(order)}
      asks={['kind', 'note']}
      more={{
        start: { lines: [] },
        input: (stated, change) => (
          <>
            <PiecesInput
              label={pieces}
              of={choosable}
              value={stated.lines as Pieces}
              onChange={(lines) => change({ ...stated, lines })}
            />
            <TextInput
              type="datetime-local"
              label={texts.returns.noticedAt}
              max={localInput(new Date())}
              onChange={({ currentTarget: { value } }) => {
                const { noticedAt: _before, ...others } = stated;
                const noticedAt = isoOf(value);
                change(noticedAt === undefined ? others : { ...others, noticedAt });
              }}
            />
          </>
        ),
      }}
    />
  );
}

/** By the provider that took the money, or by hand; by hand as well where a provider has failed to. */
function Refunds({ order }: OfOrder) {
  const { acts } = useText().orders;
  const byProvider = isByProvider(order);
  const hasFailed = order.refunds.some(({ state, method }) => state === 'failed' && method === 'provider');
  return (
    <>
      {byProvider && <RefundButton order={order} says={acts.refund} byProvider />}
      {(!byProvider || hasFailed) && (
        <RefundButton order={order} says={byProvider ? acts.refundOtherwise : acts.refundByHand} />
      )}
    </>
  );
}

interface RefundButtonProps extends OfOrder {
  readonly says: React.ComponentProps<typeof ActButton>['says'];
  /** Its route takes what the command takes by which the shop gives back itself. */
  readonly byProvider?: boolean;
}

function RefundButton({ order, says, byProvider = false }: RefundButtonProps) {
  return (
    <ActButton
      says={says}
      {...refundCall(order, byProvider)}
      asks={['reason']}
      more={{
        start: {},
        input: (stated, change) => <WantedInput order={order} wanted={stated as Wanted} onChange={change} />,
        yes: (stated) => withAmount(says.yes, refundedBy(order, stated as Wanted)),
        isEnough: (stated) => {
          const amount = refundedBy(order, stated as Wanted);
          return amount > 0 && amount <= refundable(order);
        },
      }}
    />
  );
}

interface WantedInputProps extends OfOrder {
  readonly wanted: Wanted;
  readonly onChange: (wanted: Readonly<Record<string, unknown>>) => void;
}

function WantedInput({ order, wanted, onChange }: WantedInputProps) {
  const texts = useText();
  const { refundOf, refundWays } = texts.orders;
  const linesLabel = useLabel('refund', 'pieces');
  const amountLabel = useLabel('refund', 'amount');
  const left = refundable(order);
  const choosable = order.lines
    .map((line) => ({
      lineId: line.id,
      title: lineTitle(line),
      left: line.quantity - line.refundedUnits.length - line.unpaidUnits.length,
    }))
    .filter((line) => line.left > 0);
  const way = wanted.lines ? 'lines' : 'amount' in wanted ? 'amount' : 'all';
  const start = { all: {}, amount: { amount: null }, lines: { lines: [], delivery: false } };
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label={refundOf}
        fullWidth
        value={way}
        onChange={(chosen) => onChange(start[chosen as keyof typeof start])}
        data={[
          { value: 'all', label: refundWays.all(money(left)) },
          { value: 'amount', label: refundWays.amount },
          ...(choosable.length > 0 ? [{ value: 'lines', label: refundWays.lines }] : []),
        ]}
      />
      {way === 'amount' && (
        <LiraInput
          label={amountLabel}
          description={texts.orders.atMost(money(left))}
          required
          withAsterisk={false}
          value={wanted.amount ?? null}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      {wanted.lines && (
        <>
          <PiecesInput
            label={linesLabel}
            of={choosable}
            value={wanted.lines as Pieces}
            onChange={(lines) => onChange({ ...wanted, lines })}
          />
          <Switch
            label={texts.orders.withDelivery}
            checked={wanted.delivery ?? false}
            onChange={({ currentTarget }) => onChange({ ...wanted, delivery: currentTarget.checked })}
          />
          <Text size="sm" fw={600} role="status">
            {texts.orders.refundSum(money(refundedBy(order, wanted)), money(left))}
          </Text>
        </>
      )}
    </Stack>
  );
}
