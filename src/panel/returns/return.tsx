import { Alert, Anchor, Badge, Grid, Group, Stack, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { isLate } from '../../order/return/grounds';
import { useCarrierNames, useOrder, useReturn } from '../api/orders';
import type { Order, Return } from '../api/types';
import { ReturnBadge } from '../orders/badges';
import { Fact } from '../orders/fact';
import { RefundRow } from '../orders/money';
import { lineTitle } from '../orders/pieces';
import { useLabel, useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure, PageHeader, WaitingPage } from '../parts/states';
import { count, dateTime } from '../text/format';
import { useText } from '../text/text';
import { ReturnActions } from './actions';
import { Deadline } from './deadline';

/** Shows a return: its goods and their reasons, the answers to the buyer, and the money that is owed. */
export function ReturnPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data: row, error, refetch } = useReturn(id);
  return (
    <>
      <Anchor component={Link} href="/returns" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.returns.all}
      </Anchor>
      {row ? <Loaded row={row} /> : error ? <Failure error={error} retry={refetch} /> : <WaitingPage />}
    </>
  );
}

function Loaded({ row }: { readonly row: Return }) {
  const texts = useText();
  const kindWord = useWord('orderReturn', 'kind');
  const { data: order, error, refetch } = useOrder(row.orderId);
  const { number, buyerName, kind, state, instructions, rejection } = row;
  return (
    <>
      <PageHeader title={texts.returns.title(number)} lead={visibleText(buyerName)}>
        <Badge size="lg" variant="light" color="gray">
          {kindWord(kind)}
        </Badge>
        <ReturnBadge state={state} size="lg" />
      </PageHeader>
      {order ? <ReturnActions row={row} order={order} /> : error && <Failure error={error} retry={refetch} />}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Goods row={row} />
            {order && <RefundsOf row={row} order={order} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Dates row={row} />
            {instructions !== null && <Instructions instructions={instructions} />}
            {rejection !== null && <Rejection rejection={rejection} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

/** Shows the goods that were to come back, and those that came, with their condition. */
function Goods({ row }: { readonly row: Return }) {
  const texts = useText();
  const note = useLabel('orderReturn', 'note');
  const condition = useWord('orderReturn', 'receipts', 'condition');
  return (
    <Part title={texts.returns.goods}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {row.lines.map((line) => (
          <li key={line.lineId} aria-label={lineTitle(line)}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600}>
                {lineTitle(line)}
              </Text>
              <Text size="sm">{texts.orders.pieces(count(line.quantity, texts))}</Text>
            </Group>
            {row.receipts
              .filter(({ lineId }) => lineId === line.lineId)
              .map((receipt) => (
                <Text key={`${receipt.at} ${receipt.condition}`} size="xs" c="dimmed">
                  {dateTime(receipt.at, texts)}: {count(receipt.units.length, texts)} × {condition(receipt.condition)}
                  {receipt.restocked > 0 && ` · ${texts.returns.restocked(count(receipt.restocked, texts))}`}
                </Text>
              ))}
          </li>
        ))}
      </Stack>
      {row.note !== null && (
        <>
          <Text size="xs" c="dimmed" mt="sm">
            {note}
          </Text>
          <Text size="sm" component="div" className="value letter">
            <Visible text={row.note} />
          </Text>
        </>
      )}
    </Part>
  );
}

/** The money of a return: refunds that were asked for it. */
function RefundsOf({ row, order }: { readonly row: Return; readonly order: Order }) {
  const texts = useText();
  const refunds = order.refunds.filter(({ id }) => row.refunds.includes(id));
  return (
    <Part title={texts.returns.money}>
      {refunds.length === 0 ? (
        <Text size="sm" c="dimmed">
          {row.state === 'refunded' ? texts.returns.refundedOtherwise : texts.returns.noRefunds}
        </Text>
      ) : (
        <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {refunds.toReversed().map((refund) => (
            <RefundRow key={refund.id} refund={refund} />
          ))}
        </Stack>
      )}
    </Part>
  );
}

function Dates({ row }: { readonly row: Return }) {
  const texts = useText();
  const names = {
    noticedAt: useLabel('orderReturn', 'noticedAt'),
    deliveredAt: useLabel('orderReturn', 'deliveredAt'),
    withdrawalUntil: useLabel('orderReturn', 'withdrawalUntil'),
    refundUntil: useLabel('orderReturn', 'refundUntil'),
  };
  const { orderId, number, kind, noticedAt, deliveredAt, withdrawalUntil } = row;
  const cameLate = kind === 'withdrawal' && isLate(row);
  return (
    <Part title={texts.returns.dates}>
      <Stack gap={4}>
        <Fact name={texts.orders.one}>
          <Anchor component={Link} href={`/orders/${orderId}`} size="sm">
            {number}
          </Anchor>
        </Fact>
        <Fact name={names.noticedAt}>{dateTime(noticedAt, texts)}</Fact>
        <Fact name={names.deliveredAt}>
          {deliveredAt === null ? texts.returns.notDelivered : dateTime(deliveredAt, texts)}
        </Fact>
        {withdrawalUntil !== null && <Fact name={names.withdrawalUntil}>{dateTime(withdrawalUntil, texts)}</Fact>}
        <Fact name={names.refundUntil}>
          <Deadline of={row} />
        </Fact>
      </Stack>
      {cameLate && (
        <Alert color="orange" mt="sm">
          {texts.returns.late}
        </Alert>
      )}
    </Part>
  );
}

function Instructions({ instructions }: { readonly instructions: NonNullable<Return['instructions']> }) {
  const texts = useText();
  const title = useLabel('orderReturn', 'instructions');
  const names = {
    carrier: useLabel('orderReturn', 'instructions', 'carrier'),
    code: useLabel('orderReturn', 'instructions', 'code'),
    sendUntil: useLabel('orderReturn', 'instructions', 'sendUntil'),
  };
  const carriers = useCarrierNames();
  const { carrier, code, text, sendUntil, at } = instructions;
  return (
    <Part title={title}>
      <Stack gap={4}>
        {carrier !== null && (
          <Fact name={names.carrier}>
            <Visible text={carriers[carrier] ?? carrier} />
          </Fact>
        )}
        {code !== null && (
          <Fact name={names.code}>
            <Visible text={code} />
          </Fact>
        )}
        {carrier !== null && <Fact name={names.sendUntil}>{dateTime(sendUntil, texts)}</Fact>}
        <Fact name={texts.returns.told}>{dateTime(at, texts)}</Fact>
      </Stack>
      {text !== null && (
        <Text size="sm" component="div" className="value letter" mt="xs">
          <Visible text={text} />
        </Text>
      )}
    </Part>
  );
}

function Rejection({ rejection }: { readonly rejection: NonNullable<Return['rejection']> }) {
  const texts = useText();
  const title = useLabel('orderReturn', 'rejection');
  const groundWord = useWord('orderReturn', 'rejection', 'ground');
  const { ground, text, recourse, at } = rejection;
  return (
    <Part title={title}>
      <Text size="sm" fw={600}>
        {groundWord(ground)}
      </Text>
      <Text size="sm" component="div" className="value letter">
        <Visible text={text} />
      </Text>
      <Text size="xs" c="dimmed" mt="xs" component="div" lang="tr">
        {recourse}
      </Text>
      <Text size="xs" c="dimmed" mt="xs">
        {texts.returns.told}: {dateTime(at, texts)}
      </Text>
    </Part>
  );
}
