import { Fieldset, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import type { Condition } from '../../order/return/state';
import { useCheckoutSettings } from '../api/shop';
import type { Order, Return } from '../api/types';
import { lineTitle } from '../orders/pieces';
import { ActButton } from '../parts/act';
import { isoOf, localInput } from '../parts/local-time';
import { useChoices, useLabel, useWord } from '../parts/meaning';
import { useText } from '../text/text';
import { awaited, groundsFor, mayApprove, maySettle, mayWithdraw } from './may';

interface ReturnActionsProps {
  readonly row: Return;
  readonly order: Order;
}

/** What can be done with a return as it stands; what cannot is not offered. */
export function ReturnActions({ row, order }: ReturnActionsProps) {
  const { acts } = useText().returns;
  const groundWord = useWord('orderReturn', 'rejection', 'ground');
  const carrier = useCheckoutSettings().data?.checkoutSettings?.returnCarrier ?? null;
  const of = { returnId: row.id, expectedRev: row.rev };
  const grounds = groundsFor(row);
  const [only] = grounds.length === 1 ? grounds : [];
  return (
    <Group gap="xs" mb="md">
      {mayApprove(row) && (
        <ActButton
          key={carrier}
          says={acts.approve}
          command="order.return.approve"
          of={of}
          asks={['carrier', 'code', 'text']}
          start={{ carrier }}
          button={{ variant: 'filled' }}
        />
      )}
      {awaited(row).length > 0 && <Receive row={row} />}
      {maySettle(row) && order.payment === 'paid' && (
        <ActButton
          says={acts.settle}
          command="order.return.settle"
          of={of}
          {...(row.state === 'received' ? { button: { variant: 'filled' } } : {})}
        />
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

/** What has come, line by line; nothing has been looked at before somebody says so. */
function Receive({ row }: { readonly row: Return }) {
  const texts = useText();
  const waiting = awaited(row);
  const titles = new Map(row.lines.map((line) => [line.lineId, lineTitle(line)]));
  const start: readonly Arriving[] = waiting.map(({ lineId, left }) => ({
    lineId,
    quantity: left,
    condition: 'saleable',
  }));
  return (
    <ActButton
      says={texts.returns.acts.receive}
      command="order.return.receive"
      of={{ returnId: row.id, expectedRev: row.rev }}
      more={{
        start: { lines: start },
        input: (stated, change) => (
          <Stack gap="sm">
            {waiting.map(({ lineId, left }) => (
              <ArrivingInput
                key={lineId}
                title={titles.get(lineId) ?? ''}
                left={left}
                value={(stated.lines as readonly Arriving[]).find((each) => each.lineId === lineId) ?? null}
                onChange={(value) => {
                  const others = (stated.lines as readonly Arriving[]).filter((each) => each.lineId !== lineId);
                  change({ ...stated, lines: [...others, ...(value.quantity > 0 ? [{ ...value, lineId }] : [])] });
                }}
              />
            ))}
            {row.kind === 'withdrawal' && (
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
  readonly left: number;
  /** null: nothing of it has come. */
  readonly value: Omit<Arriving, 'lineId'> | null;
  readonly onChange: (value: Omit<Arriving, 'lineId'>) => void;
}

function ArrivingInput({ title, left, value, onChange }: ArrivingInputProps) {
  const texts = useText();
  const conditions = useChoices('orderReturn', 'receipts', 'condition');
  const conditionLabel = useLabel('orderReturn', 'receipts', 'condition');
  const { quantity, condition } = value ?? { quantity: 0, condition: 'saleable' as const };
  return (
    <Fieldset legend={title}>
      <Group gap="sm" align="flex-start" grow>
        <NumberInput
          label={texts.returns.came}
          description={texts.orders.left(left)}
          inputWrapperOrder={['label', 'input', 'description']}
          min={0}
          max={left}
          clampBehavior="strict"
          allowDecimal={false}
          hideControls
          value={quantity}
          onChange={(typed) => onChange({ quantity: Number(typed) || 0, condition })}
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
