import { Badge, Button, Group, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { LINK_DAYS } from '../../order/telephone/days';
import { newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { useSentOnce } from '../api/sent-once';
import { useSendsMails } from '../api/shop';
import { telephoneCart, usePayLinks } from '../api/telephone';
import type { TelephoneOrder } from '../api/types';
import { tell, tellProblem, useConfirm } from '../parts/confirm';
import { Copy } from '../parts/copy';
import { Part } from '../parts/part';
import { Visible } from '../parts/quoted';
import { Pages } from '../parts/states';
import { dateTime, money } from '../text/format';
import { useTelephoneWords } from '../text/telephone';
import { useText } from '../text/text';

const colors: Readonly<Record<TelephoneOrder['state'], string>> = {
  waiting: 'orange',
  paying: 'blue',
  paid: 'teal',
  expired: 'gray',
  cancelled: 'gray',
};

/** The links that buyers were sent, with how they stand. There is nothing to show before the first one. */
export function PayLinks() {
  const words = useTelephoneWords();
  const links = usePayLinks();
  if (!links.data || links.data.pages.every(({ items }) => items.length === 0)) return null;
  return (
    <Part title={words.links} lead={words.linksHint}>
      <Pages query={links} empty={null}>
        {(items) => <LinkTable items={items} />}
      </Pages>
    </Part>
  );
}

function LinkTable({ items }: { readonly items: readonly TelephoneOrder[] }) {
  const texts = useText();
  const words = useTelephoneWords();
  return (
    <Table className="rows" verticalSpacing="sm" mt="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.buyer}</Table.Th>
          <Table.Th className="amount">{words.total}</Table.Th>
          <Table.Th>{words.state}</Table.Th>
          <Table.Th>{words.until}</Table.Th>
          <Table.Th>{words.acts}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((link) => (
          <Table.Tr key={link.id}>
            <Table.Td className="value">
              <Visible text={link.buyerName ?? ''} />
              <Text size="xs" c="dimmed">
                {visibleText([link.buyerPhone, link.buyerEmail].filter(Boolean).join(' · '))}
              </Text>
            </Table.Td>
            <Table.Td className="amount" data-head={words.total}>
              {link.total === null ? texts.common.nothing : money(link.total)}
            </Table.Td>
            <Table.Td data-head={words.state}>
              <Badge variant="light" miw="max-content" color={colors[link.state]}>
                {words.states[link.state]}
              </Badge>
            </Table.Td>
            <Table.Td data-head={words.until}>{link.linkUntil && dateTime(link.linkUntil, texts)}</Table.Td>
            <Table.Td data-head={words.acts}>
              <LinkActs link={link} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function LinkActs({ link }: { readonly link: TelephoneOrder }) {
  const texts = useText();
  const words = useTelephoneWords();
  const refresh = useRefresh();
  const confirm = useConfirm();
  const sendOnce = useSentOnce();
  const sendsMails = useSendsMails() !== false;
  const again = sendsMails ? words.sendAgain : words.extend;
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(true);
    try {
      await work();
      tell(done);
    } catch (error) {
      tellProblem(error as ProblemError, texts);
    }
    await refresh();
    setBusy(false);
  };
  const cancel = async (): Promise<void> => {
    const text = words.cancelText;
    if (await confirm({ title: words.cancelTitle, text, yes: words.cancelLink, destructive: true }))
      await act(() => telephoneCart.cancelLink(link.id, newKey()), words.cancelled);
  };
  const of = visibleText(link.buyerName ?? '');
  if (link.orderId !== null)
    return (
      <Button component={Link} href={`/orders/${link.orderId}`} size="compact-sm" variant="default">
        {words.showOrder}
      </Button>
    );
  if (link.state === 'expired' || link.state === 'cancelled') return texts.common.nothing;
  return (
    <Group gap="xs">
      <Copy value={link.url} of={`${words.link}, ${of}`} />
      <Button
        size="xs"
        variant="default"
        loading={busy}
        aria-label={`${of}: ${again}`}
        onClick={() =>
          void act(
            () => sendOnce([link.id, link.linkUntil], (key) => telephoneCart.sendLink(link.id, LINK_DAYS, key)),
            sendsMails ? words.sentAgain : words.extended,
          )
        }
      >
        {again}
      </Button>
      <Button
        size="xs"
        variant="subtle"
        color="red"
        disabled={busy}
        aria-label={`${of}: ${words.cancelLink}`}
        onClick={() => void cancel()}
      >
        {words.cancelLink}
      </Button>
    </Group>
  );
}
