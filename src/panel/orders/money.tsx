import { Alert, Group, Stack, Text } from '@mantine/core';
import { useExtensionName } from '../api/providers';
import type { Order, Refund } from '../api/types';
import { ActButton } from '../parts/act';
import { useLabel, useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Ago } from '../parts/time';
import { dateTime, dayOf, money } from '../text/format';
import { useText } from '../text/text';
import { RefundBadge } from './badges';
import { Fact } from './fact';
import { awaitsWord, reviewable } from './may';

/** Shows the money that has come of an order, and the money that went back. */
export function Money({ order }: { readonly order: Order }) {
  const texts = useText();
  const methodWord = useWord('order', 'paymentMethod');
  const names = {
    paymentMethod: useLabel('order', 'paymentMethod'),
    captured: useLabel('order', 'captured'),
    refundReserved: useLabel('order', 'refundReserved'),
    refunded: useLabel('order', 'refunded'),
    paidAt: useLabel('order', 'paidAt'),
    transferUntil: useLabel('order', 'transferUntil'),
    cancelReason: useLabel('order', 'cancelReason'),
  };
  const reasonWord = useWord('order', 'cancelReason');
  const extensionName = useExtensionName();
  const { payment, paymentMethod, captured, refundReserved, refunded, paidAt, cancelReason, payments, refunds } = order;
  const transferUntil = payment === 'awaiting_transfer' ? order.transferUntil : null;
  return (
    <Part title={texts.orders.money}>
      <Stack gap={4}>
        <Fact name={names.paymentMethod}>{methodWord(paymentMethod)}</Fact>
        {payments.map(({ id, extension, paidAmount, instalments, review }) => (
          <Fact key={id} name={extensionName(extension)}>
            {paidAmount !== null && money(paidAmount)}
            {instalments !== null && instalments > 1 && ` · ${texts.orders.instalments(instalments)}`}
            {review !== null && review !== 'passed' && ` · ${texts.orders.reviews[review]}`}
          </Fact>
        ))}
        <Fact name={names.captured}>{money(captured)}</Fact>
        {transferUntil !== null && <Fact name={names.transferUntil}>{dayOf(transferUntil, texts)}</Fact>}
        {paidAt !== null && <Fact name={names.paidAt}>{dateTime(paidAt, texts)}</Fact>}
        {refundReserved > 0 && <Fact name={names.refundReserved}>{money(refundReserved)}</Fact>}
        {refunded > 0 && <Fact name={names.refunded}>{money(refunded)}</Fact>}
        {cancelReason !== null && <Fact name={names.cancelReason}>{reasonWord(cancelReason)}</Fact>}
      </Stack>
      <Review order={order} />
      {refunds.length > 0 && (
        <Stack gap="sm" mt="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {refunds.toReversed().map((refund) => (
            <RefundRow key={refund.id} refund={refund} />
          ))}
        </Stack>
      )}
    </Part>
  );
}

/**
 * Shows the provider's doubt about a payment, where nothing leaves because of it, and the findings that somebody who knows better may
 * state.
 */
function Review({ order }: { readonly order: Order }) {
  const { acts, reviewing } = useText().orders;
  const { id, rev, review } = order;
  if (review !== 'pending' && review !== 'rejected') return null;
  const says = { passed: acts.reviewPassed, rejected: acts.reviewRejected };
  const sayable = reviewable(order);
  return (
    <Alert color={review === 'pending' ? 'orange' : 'red'} mt="md" title={reviewing[review].title}>
      <Text size="sm">{reviewing[review].text}</Text>
      {sayable.length > 0 && (
        <Group gap="xs" mt="sm">
          {sayable.map((outcome) => (
            <ActButton
              key={outcome}
              says={says[outcome]}
              command="order.payment.review"
              route={`/v1/account/orders/${id}/payment-review`}
              of={{ expectedRev: rev, outcome }}
              button={{ size: 'xs' }}
            />
          ))}
        </Group>
      )}
    </Alert>
  );
}

/** A refund, with what somebody has to say of it. */
export function RefundRow({ refund }: { readonly refund: Refund }) {
  const texts = useText();
  const { acts } = texts.orders;
  const methodWord = useWord('refund', 'method');
  const failureLabel = useLabel('refund', 'failure');
  const { id, rev, state, method, amount, reason, reference, failure, waitingFor, createdAt, settledAt } = refund;
  const of = { refundId: id, expectedRev: rev };
  const name = texts.orders.refundTitle(money(amount));
  return (
    <li aria-label={name} className="boxed">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <RefundBadge state={state} />
      </Group>
      {reason !== null && (
        <Text size="sm" component="div" className="value">
          <Visible text={reason} />
        </Text>
      )}
      <Text size="xs" c="dimmed" component="div">
        {methodWord(method)} · <Ago at={settledAt ?? createdAt} />
        {reference !== null && (
          <>
            {' · '}
            <Visible text={reference} />
          </>
        )}
      </Text>
      {state === 'unknown' && (
        <Alert color="red" mt="xs" title={texts.orders.refundUnknown}>
          {failure !== null && <Visible text={failure} />}
        </Alert>
      )}
      {state === 'requested' && waitingFor !== null && (
        <Text size="xs" c="dimmed" component="div">
          <Visible text={waitingFor} />
        </Text>
      )}
      {state === 'failed' && failure !== null && (
        <Text size="sm" c="red" component="div" className="value">
          {failureLabel}: <Visible text={failure} />
        </Text>
      )}
      {awaitsWord(refund) && (
        <Group gap="xs" mt="xs">
          <ActButton
            says={{ ...acts.given, text: acts.given.text(money(amount)), yes: `${acts.given.yes}: ${money(amount)}` }}
            command="order.refund.record"
            of={{ ...of, outcome: 'succeeded' }}
            asks={['reference']}
            button={{ size: 'xs' }}
          />
          <ActButton
            says={acts.notGiven}
            command="order.refund.record"
            of={{ ...of, outcome: 'failed' }}
            asks={['failure']}
            button={{ size: 'xs' }}
          />
        </Group>
      )}
    </li>
  );
}
