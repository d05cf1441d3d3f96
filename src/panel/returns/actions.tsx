import { Fieldset, Group, Select, Stack, TextInput } from '@mantine/core';
import type { Condition } from '../../order/piece/condition';
import { useCarrierNames } from '../api/orders';
import { useCheckoutSettings } from '../api/shop';
import type { Order, Return } from '../api/types';
import { saidWith } from '../orders/amount';
import { isByProvider, refundCall } from '../orders/may';
import { lineTitle } from '../orders/pieces';
import { ActButton } from '../parts/act';
import { isoOf, localInput } from '../parts/local-time';
import { useChoices, useLabel, useWord } from '../parts/meaning';
import { NumberField } from '../parts/number-field';
import { money } from '../text/format';
import { useText } from '../text/text';
import { arrivable, awaited, groundsFor, hasLeft, mayApprove, mayClose, mayWithdraw, owedFor } from './may';

interface ReturnActionsProps {
  readonly row: Return;
  readonly order: Order;
}

/** Shows the acts that a return allows as it stands. */
export function ReturnActions({ row, order }: ReturnActionsProps) {
  const { acts, reserved, refundReason } = useText().returns;
  const groundWord = useWord('orderReturn', 'rejection', 'ground');
  const carrier = useCheckoutSettings().data?.checkoutSettings?.returnCarrier ?? null;
  const of = { returnId: row.id, expectedRev: row.rev };
  const grounds = groundsFor(row, order);
  const isOutside = hasLeft(row, order);
  const owed = owedFor(row, order);
  const refund = refundCall(order, isByProvider(order));
  const closing = row.state === 'received' ? 'filled' : 'default';
  const carriers = useCarrierNames();
  const carrierName = carrier === null ? null : (carriers[carrier] ?? carrier);
  const [only] = grounds.length === 1 ? grounds : [];
  return (
    <Group gap="xs" mb="md">
      {mayApprove(row) && (
        <ActButton
          key={carrierName}
          says={isOutside ? acts.approve : acts.approveUnsent}
          command="order.return.approve"
          of={of}
          asks={isOutside ? ['carrier', 'code', 'text'] : ['text']}
          start={{ carrier: carrierName }}
          button={{ variant: 'filled' }}
        />
      )}
      {awaited(row).length > 0 && <Receive row={row} order={order} />}
      {owed > 0 && (
        <ActButton
          says={saidWith(acts.refund, owed)}
          {...refund}
          of={{ ...refund.of, returnId: row.id }}
          asks={['reason']}
          start={{ reason: refundReason }}
          done={({ amount }) => reserved(money(Number(amount)))}
          button={{ variant: closing }}
        />
      )}
      {owed === 0 && mayClose(row, order) && (
        <ActButton says={acts.close} command="order.return.settle" of={of} button={{ variant: closing }} />
      )}
      {grounds.length > 0 && (
        <ActButton
          says={acts.reject}
          command="order.return.reject"
          of={of}
          asks={['ground', 'text']}
          start={{ ground: only ?? null }}
          names={{ ground: Object.fromEntries(grounds.map((ground) => [ground, groundWord(ground)])) }}
          destructive
        />
      )}
      {mayWithdraw(row) && <ActButton says={acts.withdraw} command="order.return.cancel" of={of} />}
    </Group>
  );
}

interface Arriving {
  readonly lineId: string;
  readonly quantity: number;
  readonly condition: Condition;
}

/** Enters the goods that have come, line by line; nothing has been looked at before somebody says so. */
function Receive({ row, order }: ReturnActionsProps) {
  const texts = useText();
  const waiting = awaited(row);
  const titles = new Map(row.lines.map((line) => [line.lineId, lineTitle(line)]));
  const mayCome = new Map(waiting.map(({ lineId, left }) => [lineId, arrivable(order, lineId, left)]));
  // Goods that can have come as they were sold come first, and goods that never left are unsent.
  const start: readonly Arriving[] = [...mayCome].flatMap(([lineId, most]) =>
    [...most].slice(0, 1).map(([condition, quantity]) => ({ lineId, quantity, condition })),
  );
  const says = hasLeft(row, order) ? texts.returns.acts.receive : texts.returns.acts.receiveUnsent;
  return (
    <ActButton
      says={says}
      command="order.return.receive"
      of={{ returnId: row.id, expectedRev: row.rev }}
      more={{
        start: { lines: start },
        isEnough: ({ lines }) => (lines as readonly Arriving[]).length > 0,
        input: (stated, change) => (
          <Stack gap="sm">
            {waiting.map(({ lineId }) => (
              <ArrivingInput
                key={lineId}
                title={titles.get(lineId) ?? ''}
                mayCome={mayCome.get(lineId) ?? new Map()}
                value={(stated.lines as readonly Arriving[]).find((each) => each.lineId === lineId) ?? null}
                onChange={(value) => {
                  const others = (stated.lines as readonly Arriving[]).filter((each) => each.lineId !== lineId);
                  change({ ...stated, lines: [...others, ...(value.quantity > 0 ? [{ ...value, lineId }] : [])] });
                }}
              />
            ))}
            {row.kind === 'withdrawal' && hasLeft(row, order) && (
              <SentAt
                onChange={({ sentAt }) => {
                  const { sentAt: _before, ...others } = stated;
                  change(sentAt === undefined ? others : { ...others, sentAt });
                }}
              />
            )}
          </Stack>
        ),
      }}
      button={{ variant: row.state === 'refunded' ? 'default' : 'filled' }}
    />
  );
}

interface ArrivingInputProps {
  readonly title: string;
  /** How many of its pieces, by the condition in which they come. */
  readonly mayCome: ReadonlyMap<Condition, number>;
  /** null: nothing of it has come. */
  readonly value: Omit<Arriving, 'lineId'> | null;
  readonly onChange: (value: Omit<Arriving, 'lineId'>) => void;
}

function ArrivingInput({ title, mayCome, value, onChange }: ArrivingInputProps) {
  const texts = useText();
  const conditions = useChoices('orderReturn', 'receipts', 'condition').filter((choice) =>
    mayCome.has(choice.value as Condition),
  );
  const conditionLabel = useLabel('orderReturn', 'receipts', 'condition');
  const [first = 'saleable'] = mayCome.keys();
  const { quantity, condition } = value ?? { quantity: 0, condition: first };
  const left = mayCome.get(condition) ?? 0;
  return (
    <Fieldset legend={title}>
      <Group gap="sm" align="flex-start" grow>
        <NumberField
          label={texts.returns.came}
          description={texts.orders.left(left)}
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          max={left}
          value={quantity}
          onChange={(typed) => onChange({ quantity: typed ?? 0, condition })}
        />
        <Select
          label={conditionLabel}
          allowDeselect={false}
          data={conditions}
          value={condition}
          onChange={(chosen) => onChange({ quantity, condition: chosen as Condition })}
        />
      </Group>
    </Fieldset>
  );
}

function SentAt({ onChange }: { readonly onChange: (stated: { readonly sentAt: string | undefined }) => void }) {
  const texts = useText();
  return (
    <TextInput
      type="datetime-local"
      label={texts.returns.sentAt}
      description={texts.returns.sentAtHint}
      inputWrapperOrder={['label', 'input', 'description']}
      max={localInput(new Date())}
      onChange={({ currentTarget: { value } }) => onChange({ sentAt: isoOf(value) })}
    />
  );
}
