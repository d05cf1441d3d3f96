import { Alert, Badge, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { mayBeFound, saidOf } from '../../order/payment/closing';
import { useStrayPayments } from '../api/orders';
import { useExtensions } from '../api/queries';
import type { StrayPayment } from '../api/types';
import { ActButton } from '../parts/act';
import { Copy } from '../parts/copy';
import { useLabel } from '../parts/meaning';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { money } from '../text/format';
import { useText } from '../text/text';

const COLORS: Readonly<Record<string, string>> = { not_returned: 'red', unknown: 'red', returned: 'teal' };
/** Nobody but the shop can say what became of these. */
const STUCK: ReadonlySet<StrayPayment['state']> = new Set(['not_returned', 'unknown']);

type Finding = NonNullable<StrayPayment['finding']>;
const FINDINGS: readonly Finding[] = ['given_back', 'nothing_taken'];

/** Lists the findings that are open for a payment now. */
const sayable = (payment: StrayPayment): readonly Finding[] =>
  FINDINGS.filter((finding) => mayBeFound({ orderId: null, ...payment }, finding));

/** Money of cards that pays for no order, what became of it, and what is to be done. */
export function PaymentsPage() {
  const texts = useText();
  const payments = useStrayPayments();
  return (
    <>
      <PageHeader title={texts.nav.payments} lead={texts.payments.lead} />
      <Pages query={payments} empty={<Empty title={texts.payments.empty} hint={texts.payments.emptyHint} />}>
        {(items) => (
          <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
            {items.map((payment) => (
              <Payment key={payment.id} payment={payment} />
            ))}
          </Stack>
        )}
      </Pages>
    </>
  );
}

function Payment({ payment }: { readonly payment: StrayPayment }) {
  const texts = useText();
  const { data: extensions = [] } = useExtensions();
  const { extension, state, amount, paidAmount, providerId, reference, failure, waitingFor, note, createdAt } = payment;
  const name = extensions.find(({ key }) => key === extension)?.name ?? extension;
  const shown = money(paidAmount ?? amount);
  const said = saidOf(payment);
  const findings = sayable(payment);
  return (
    <Paper withBorder p="md" component="li" aria-label={`${name} ${shown}`}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{shown}</Text>
        <Badge variant="light" color={said === null ? (COLORS[state] ?? 'blue') : 'teal'}>
          {said === null ? texts.payments.states[state] : texts.payments.closed[said]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {name} · <Ago at={createdAt} />
      </Text>
      {said === null && (
        <Text size="sm" mt="xs">
          {texts.payments.whatToDo[state](name)}
        </Text>
      )}
      {said !== null && note !== null && (
        <Text size="sm" mt="xs" component="div" className="value">
          <Visible text={note} />
        </Text>
      )}
      {failure && said === null && (
        <Text size="sm" mt="xs" lang="en">
          <Visible text={failure} />
        </Text>
      )}
      {waitingFor && !STUCK.has(state) && (
        <Alert color="orange" mt="xs">
          <Visible text={waitingFor} />
        </Alert>
      )}
      <ProviderId what={texts.payments.atProvider(name)} value={providerId} />
      <ProviderId what={texts.payments.reference} value={reference} />
      {findings.length > 0 && (
        <Group gap="xs" mt="sm">
          {findings.map((finding) => (
            <Close key={finding} payment={payment} finding={finding} />
          ))}
        </Group>
      )}
    </Paper>
  );
}

interface CloseProps {
  readonly payment: StrayPayment;
  readonly finding: Finding;
}

/** Says what was found of it. */
function Close({ payment, finding }: CloseProps) {
  const { id, amount, paidAmount } = payment;
  const corrects = saidOf(payment);
  const { acts, noteHint } = useText().payments;
  const label = useLabel('payment', 'note');
  const says = acts[finding];
  return (
    <ActButton
      says={{ ...says, text: says.text(money(paidAmount ?? amount)) }}
      command="order.payment.close"
      route={`/v1/account/payments/${id}/close`}
      of={{ finding, ...(corrects === null ? {} : { corrects }) }}
      more={{
        start: { note: '' },
        input: ({ note }, change) => (
          <TextInput
            label={label}
            description={noteHint}
            required
            withAsterisk={false}
            maxLength={300}
            data-autofocus
            value={String(note)}
            onChange={({ currentTarget }) => change({ note: currentTarget.value })}
          />
        ),
        isEnough: ({ note }) => String(note).trim() !== '',
      }}
      button={{ size: 'xs' }}
    />
  );
}

/** Shows the name by which the payment is found at its provider. */
const ProviderId = ({ what, value }: { readonly what: string; readonly value: string | null }) =>
  value !== null && (
    <Group gap="xs" mt="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" className="value">
        {what}: <Visible text={value} />
      </Text>
      <Copy value={value} of={what} />
    </Group>
  );
