import { Anchor, Grid, Stack } from '@mantine/core';
import { ArrowLeftIcon } from '@radix-ui/react-icons';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { useOrder } from '../api/orders';
import type { Order } from '../api/types';
import { AskedJobs } from '../jobs/asked-jobs';
import { Failure, PageHeader, WaitingPage } from '../parts/states';
import { dateTime } from '../text/format';
import { useText } from '../text/text';
import { Actions } from './actions';
import { FulfilmentBadge, PaymentBadge } from './badges';
import { Buyer } from './buyer';
import { useChannelName } from './channel-name';
import { Documents } from './documents';
import { Lines } from './lines';
import { Money } from './money';
import { Packages } from './packages';
import { ReturnsOf } from './returns';
import { Shipments } from './shipments';
import { Timeline } from './timeline';

/** All of one order: what was sold to whom, where its goods and its money are, and what can be done with it now. */
export function OrderPage({ id }: { readonly id: string }) {
  const texts = useText();
  const { data: order, error, refetch } = useOrder(id);
  return (
    <>
      <Anchor component={Link} href="/orders" size="sm">
        <ArrowLeftIcon aria-hidden /> {texts.orders.all}
      </Anchor>
      {order ? (
        <AskedJobs>
          <Loaded order={order} />
        </AskedJobs>
      ) : error ? (
        <Failure error={error} retry={refetch} />
      ) : (
        <WaitingPage />
      )}
    </>
  );
}

function Loaded({ order }: { readonly order: Order }) {
  const texts = useText();
  const channelName = useChannelName();
  const { number, externalNumber, channel, payment, placedAt } = order;
  const facts = [dateTime(placedAt, texts), channelName(channel), externalNumber && visibleText(externalNumber)];
  return (
    <>
      <PageHeader title={texts.orders.title(number)} lead={facts.filter(Boolean).join(' · ')}>
        <PaymentBadge state={payment} size="lg" />
        <FulfilmentBadge of={order} size="lg" />
      </PageHeader>
      <Actions order={order} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <Lines order={order} />
            <Money order={order} />
            <Packages order={order} />
            <Shipments order={order} />
            {order.returns.length > 0 && <ReturnsOf order={order} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Stack>
            <Buyer order={order} />
            <Documents order={order} />
            <Timeline order={order} />
          </Stack>
        </Grid.Col>
      </Grid>
    </>
  );
}
