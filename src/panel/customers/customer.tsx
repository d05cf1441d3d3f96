import { Anchor, Grid, Group, Stack, Table, Text } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useCustomer } from '../api/customers';
import type { Customer } from '../api/types';
import { FulfilmentBadge, PaymentBadge, ReturnBadge } from '../orders/badges';
import { CustomerActs, placeOf } from '../orders/buyer';
import { useChannelName } from '../orders/channel-name';
import { Fact } from '../orders/fact';
import { useWord } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure, PageHeader, WaitingPage } from '../parts/states';
import { count, dateTime, dayOf, money } from '../text/format';
import { useText } from '../text/text';
import { Notes } from './notes';

/** Shows one customer: contact, addresses, orders, returns, sums and the notes of the owner. */
export function CustomerPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data: customer, error, refetch } = useCustomer(id);
  return (
    <>
      <Anchor component={Link} href="/customers" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.customerPages.all}
      </Anchor>
      {customer ? <Loaded customer={customer} /> : error ? <Failure error={error} retry={refetch} /> : <WaitingPage />}
    </>
  );
}

function Loaded({ customer }: { readonly customer: Customer }) {
  const texts = useText();
  const words = texts.customerPages;
  const { name, email, anonymizedAt, firstOrderAt } = customer;
  const title = visibleText(anonymizedAt === null ? (name ?? email ?? words.nameless) : words.forgotten);
  return (
    <>
      <PageHeader title={title} {...(firstOrderAt === null ? {} : { lead: words.since(dayOf(firstOrderAt, texts)) })} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Orders customer={customer} />
            {customer.lastReturns.length > 0 && <Returns customer={customer} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Sums customer={customer} />
            <Person customer={customer} />
            {anonymizedAt === null && <Notes customer={customer} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}

function Sums({ customer }: { readonly customer: Customer }) {
  const texts = useText();
  const words = texts.customerPages;
  const { orders, unpaid, cancelled, total, returns, lastOrderAt } = customer;
  return (
    <Part title={words.sums}>
      <Stack gap={4}>
        <Fact name={texts.nav.orders}>
          {count(orders, texts)}
          {unpaid > 0 && `, ${words.unpaid(count(unpaid, texts))}`}
        </Fact>
        {cancelled > 0 && <Fact name={words.cancelled}>{count(cancelled, texts)}</Fact>}
        <Fact name={words.sum}>{money(total)}</Fact>
        <Fact name={texts.nav.returns}>{count(returns, texts)}</Fact>
        {lastOrderAt !== null && <Fact name={words.lastOrder}>{dayOf(lastOrderAt, texts)}</Fact>}
      </Stack>
      <Text size="xs" c="dimmed" mt="xs">
        {words.sumHint}
      </Text>
    </Part>
  );
}

function Person({ customer }: { readonly customer: Customer }) {
  const texts = useText();
  const words = texts.customerPages;
  const { email, phone, addresses, anonymizedAt } = customer;
  return (
    <Part title={words.person}>
      <Stack gap="xs">
        {email !== null && (
          <Anchor href={`mailto:${encodeURIComponent(email)}`} size="sm" className="value">
            <Visible text={email} />
          </Anchor>
        )}
        {phone !== null && (
          <Anchor href={`tel:${phone}`} size="sm">
            <Visible text={phone} />
          </Anchor>
        )}
        {anonymizedAt === null && email === null && phone === null && (
          <Text size="sm" c="dimmed">
            {words.masked}
          </Text>
        )}
        {addresses.length > 0 && (
          <div>
            <Text size="xs" c="dimmed">
              {words.addresses}
            </Text>
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {addresses.map((address) => (
                <li key={JSON.stringify(address)}>
                  <Text size="sm" component="div" className="value">
                    <Visible text={address.name ?? '–'} />
                    <br />
                    <Visible text={address.address ?? '–'} />
                    <br />
                    <Visible text={placeOf(address, address.postalCode)} />
                  </Text>
                </li>
              ))}
            </Stack>
          </div>
        )}
        <CustomerActs customer={customer} />
      </Stack>
    </Part>
  );
}

function Orders({ customer }: { readonly customer: Customer }) {
  const texts = useText();
  const words = texts.customerPages;
  const channelName = useChannelName();
  const { id, lastOrders, orders, cancelled } = customer;
  return (
    <Part title={texts.nav.orders}>
      <Table className="rows orders" verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.orders.one}</Table.Th>
            <Table.Th className="amount">{words.total}</Table.Th>
            <Table.Th>{words.state}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lastOrders.map((order) => (
            <Table.Tr key={order.id}>
              <Table.Td>
                <Link href={`/orders/${order.id}`} className="name mantine-focus-auto">
                  {order.number}
                </Link>
                <Text size="xs" c="dimmed">
                  {dateTime(order.placedAt, texts)}
                  {order.channel !== 'store' && ` · ${channelName(order.channel)}`}
                </Text>
              </Table.Td>
              <Table.Td className="amount" data-head={words.total}>
                {money(order.total)}
                {order.refunded > 0 && (
                  <Text size="xs" c="dimmed">
                    {words.refunded(money(order.refunded))}
                  </Text>
                )}
              </Table.Td>
              <Table.Td data-head={words.state}>
                <Group gap={4} display="inline-flex">
                  <PaymentBadge state={order.payment} />
                  <FulfilmentBadge of={order} />
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {orders + cancelled > lastOrders.length && (
        <Anchor component={Link} href={`/orders?customerId=${id}`} size="sm">
          {words.allOrders(count(orders + cancelled, texts))}
        </Anchor>
      )}
    </Part>
  );
}

function Returns({ customer }: { readonly customer: Customer }) {
  const texts = useText();
  const kindWord = useWord('orderReturn', 'kind');
  return (
    <Part title={texts.nav.returns}>
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {customer.lastReturns.map(({ id, number, kind, state, noticedAt }) => (
          <li key={id}>
            <Group justify="space-between" gap="xs">
              <div>
                <Link href={`/returns/${id}`} className="name mantine-focus-auto">
                  {texts.returns.title(number)}
                </Link>
                <Text size="xs" c="dimmed">
                  {kindWord(kind)} · {dateTime(noticedAt, texts)}
                </Text>
              </div>
              <ReturnBadge state={state} />
            </Group>
          </li>
        ))}
      </Stack>
    </Part>
  );
}
