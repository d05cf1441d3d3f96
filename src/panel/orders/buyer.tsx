import { Alert, Anchor, Button, Code, Divider, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { client, type ProblemError } from '../api/client';
import { useForgetting } from '../api/orders';
import type { Order } from '../api/types';
import { ActButton } from '../parts/act';
import { tellProblem, useConfirm } from '../parts/confirm';
import { useLabel } from '../parts/meaning';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Failure, Loading } from '../parts/states';
import { useIsManager } from '../session/session';
import { count, dateTime } from '../text/format';
import { useText } from '../text/text';
import { ChangeAddress } from './address';

/** Shows the buyer, the address of the goods and that of the invoice, and the state of the customer. */
export function Buyer({ order }: { readonly order: Order }) {
  const texts = useText();
  const isManager = useIsManager();
  const { buyerName, buyerEmail, buyerPhone, shippingAddress, billing, buyerNote, identityStated, customer } = order;
  const names = {
    shippingAddress: useLabel('order', 'shippingAddress'),
    billing: useLabel('order', 'billing'),
    buyerNote: useLabel('order', 'buyerNote'),
  };
  return (
    <Part title={texts.orders.buyer}>
      <Stack gap="xs">
        <div>
          <Text size="sm" fw={600} component="div" className="value">
            <Visible text={buyerName} />
          </Text>
          {buyerEmail !== null && (
            <Anchor href={`mailto:${encodeURIComponent(buyerEmail)}`} size="sm" className="value">
              <Visible text={buyerEmail} />
            </Anchor>
          )}
          {buyerPhone !== null && (
            <Text size="sm" component="div">
              <Anchor href={`tel:${buyerPhone}`} size="sm">
                <Visible text={buyerPhone} />
              </Anchor>
            </Text>
          )}
        </div>
        {shippingAddress !== null && (
          <Block title={names.shippingAddress}>
            <Visible text={shippingAddress.name ?? '-'} />
            <br />
            <Visible text={shippingAddress.address ?? '-'} />
            <br />
            <Visible text={placeOf(shippingAddress, shippingAddress.postalCode)} />
            <br />
            <Visible text={shippingAddress.phone ?? ''} />
          </Block>
        )}
        <Group>
          <ChangeAddress order={order} />
        </Group>
        {billing !== null && (
          <Block title={names.billing}>
            <Visible text={billing.title ?? '-'} />
            <br />
            {billing.taxNumber !== null && (
              <>
                <Visible text={[billing.taxOffice, billing.taxNumber].filter((part) => part !== null).join(' ')} />
                <br />
              </>
            )}
            <Visible text={[billing.address, placeOf(billing)].filter(Boolean).join(' ')} />
          </Block>
        )}
        {buyerNote !== null && (
          <Block title={names.buyerNote}>
            <span className="letter">
              <Visible text={buyerNote} />
            </span>
          </Block>
        )}
        {identityStated && <IdentityNumber orderId={order.id} />}
        <Divider />
        <CustomerActs customer={customer} />
        {isManager && (
          <Anchor component={Link} href={`/customers/${customer.id}`} size="sm">
            {texts.customerPages.page}
          </Anchor>
        )}
      </Stack>
    </Part>
  );
}

const Block = ({ title, children }: { readonly title: string; readonly children: React.ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">
      {title}
    </Text>
    <Text size="sm" component="div" className="value">
      {children}
    </Text>
  </div>
);

/** Shown on demand, since each look is written down; it is kept nowhere, and gone with the page. */
function IdentityNumber({ orderId }: { readonly orderId: string }) {
  const texts = useText();
  const confirm = useConfirm();
  const [shown, setShown] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { reveal } = texts.orders;
  const show = async (): Promise<void> => {
    if (!(await confirm(reveal))) return;
    setBusy(true);
    try {
      const path = `/v1/orders/${encodeURIComponent(orderId)}/identity`;
      const { identityNumber } = await client.post<{ identityNumber: string }>(path, {});
      setShown(identityNumber);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    setBusy(false);
  };
  return (
    <Group gap="xs" justify="space-between">
      <Text size="sm" c="dimmed">
        {reveal.name}
      </Text>
      {shown === null ? (
        <Button size="xs" variant="default" loading={busy} onClick={() => void show()}>
          {reveal.yes}
        </Button>
      ) : (
        <Code>{shown}</Code>
      )}
    </Group>
  );
}

/** Shows the data that the shop keeps of the person beside the order, and how its keeping ends. */
export function CustomerActs({ customer }: { readonly customer: Order['customer'] }) {
  const texts = useText();
  const { customers } = texts;
  const { id, rev, identityAttached, anonymizedAt } = customer;
  if (anonymizedAt !== null)
    return (
      <Alert color="gray" title={customers.anonymized}>
        {customers.anonymizedAt(dateTime(anonymizedAt, texts))}
      </Alert>
    );
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {identityAttached && (
          <ActButton
            says={customers.acts.unlink}
            command="customer.identity.unlink"
            of={{ customerId: id }}
            button={{ size: 'xs' }}
          />
        )}
        <ActButton
          says={customers.acts.anonymize}
          command="customer.anonymize"
          of={{ customerId: id, expectedRev: rev }}
          more={{ start: {}, input: () => <Forgotten customerId={id} /> }}
          word={customers.word}
          destructive
          button={{ size: 'xs' }}
        />
      </Group>
    </Stack>
  );
}

/** Shows the effects of forgetting a customer, as the command itself says. */
function Forgotten({ customerId }: { readonly customerId: string }) {
  const texts = useText();
  const { data, error } = useForgetting(customerId);
  if (error) return <Failure inDialog error={error} />;
  if (!data) return <Loading />;
  const { ordersKept, ordersOpen } = data;
  return (
    <Stack gap={4} role="status">
      <Text size="sm">{texts.customers.kept(count(ordersKept, texts))}</Text>
      {ordersOpen > 0 && (
        <Text size="sm" fw={600} c="red">
          {texts.customers.open(count(ordersOpen, texts))}
        </Text>
      )}
    </Stack>
  );
}

/** A place as people write it, as far as it is told; abroad with its country. */
export function placeOf(
  { district, province, country }: Pick<NonNullable<Order['billing']>, 'district' | 'province' | 'country'>,
  postalCode: string | null = null,
): string {
  const abroad = country === 'TR' ? null : (country ?? null);
  return [postalCode, district, province, abroad].filter((part) => part !== null).join(' ');
}
