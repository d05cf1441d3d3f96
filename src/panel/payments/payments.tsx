import { Alert, Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useStrayPayments } from '../api/orders';
import { useExtensions } from '../api/queries';
import type { StrayPayment } from '../api/types';
import { Copy } from '../parts/copy';
import { Visible } from '../parts/quoted';
import { Empty, PageHeader, Pages } from '../parts/states';
import { Ago } from '../parts/time';
import { money } from '../text/format';
import { useText } from '../text/text';

const COLORS: Readonly<Record<string, string>> = { not_returned: 'red', unknown: 'red', returned: 'teal' };
/** Nobody but the shop can say what became of these. */
const STUCK: ReadonlySet<StrayPayment['state']> = new Set(['not_returned', 'unknown']);

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
  const { extension, state, amount, paidAmount, providerId, reference, failure, waitingFor, createdAt } = payment;
  const name = extensions.find(({ key }) => key === extension)?.name ?? extension;
  const shown = money(paidAmount ?? amount);
  return (
    <Paper withBorder p="md" component="li" aria-label={`${name} ${shown}`}>
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{shown}</Text>
        <Badge variant="light" color={COLORS[state] ?? 'blue'}>
          {texts.payments.states[state]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" component="div">
        {name} · <Ago at={createdAt} />
      </Text>
      <Text size="sm" mt="xs">
        {texts.payments.whatToDo[state](name)}
      </Text>
      {failure && (
        <Text size="sm" mt="xs" lang="en">
          <Visible text={failure} />
        </Text>
      )}
      {waitingFor && !STUCK.has(state) && (
        <Alert color="orange" mt="xs">
          <Visible text={waitingFor} />
        </Alert>
      )}
      <Named what={texts.payments.atProvider(name)} value={providerId} />
      <Named what={texts.payments.reference} value={reference} />
    </Paper>
  );
}

/** By what it is found at its provider. */
const Named = ({ what, value }: { readonly what: string; readonly value: string | null }) =>
  value !== null && (
    <Group gap="xs" mt="xs" wrap="nowrap">
      <Text size="sm" c="dimmed" className="value">
        {what}: <Visible text={value} />
      </Text>
      <Copy value={value} of={what} />
    </Group>
  );
