import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { LINK_DAYS } from '../../order/telephone/days';
import { newKey, type ProblemError } from '../api/client';
import { useRefresh } from '../api/queries';
import { telephoneCart } from '../api/telephone';
import type { PayLink, TelephoneCart } from '../api/types';
import { tell } from '../parts/confirm';
import { Copy } from '../parts/copy';
import { PageHeader } from '../parts/states';
import { dateTime } from '../text/format';
import { useTelephoneWords } from '../text/telephone';
import { useText } from '../text/text';
import { BuyerParts } from './buyer';
import { type Details, fillingOf, NO_DETAILS } from './details';
import { Goods } from './goods';
import { PayLinks } from './links';
import { Summary } from './summary';
import { Terms } from './terms';
import { useCart } from './use-cart';

/** A link that was just sent, and whom it was sent to. */
interface SentLink extends PayLink {
  readonly email: string;
}

/** Takes an order on the telephone: it is made at once, or by the link that its buyer pays. */
export function TelephonePage() {
  const texts = useText();
  const words = useTelephoneWords();
  const [sent, setSent] = useState<SentLink | null>(null);
  return (
    <>
      <PageHeader title={texts.nav.telephone} lead={words.lead} />
      <Stack gap="md">
        {sent ? <Sent link={sent} onAnother={() => setSent(null)} /> : <OrderForm onSent={setSent} />}
        <PayLinks />
      </Stack>
    </>
  );
}

function Sent({ link, onAnother }: { readonly link: SentLink; readonly onAnother: () => void }) {
  const texts = useText();
  const words = useTelephoneWords();
  return (
    <Alert color="teal" role="status" title={words.linkTitle}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {words.linkText(visibleText(link.email), link.linkUntil ? dateTime(link.linkUntil, texts) : '')}
        </Text>
        <Group gap="xs">
          <Text size="sm" className="value">
            {link.url}
          </Text>
          <Copy value={link.url} of={words.link} autoFocus />
        </Group>
        <Button variant="default" onClick={onAnother}>
          {words.another}
        </Button>
      </Stack>
    </Alert>
  );
}

function OrderForm({ onSent }: { readonly onSent: (link: SentLink) => void }) {
  const words = useTelephoneWords();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const { cart, isBusy, error, say } = useCart();
  const [details, setDetails] = useState<Details>(NO_DETAILS);
  const [days, setDays] = useState(String(LINK_DAYS));
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<ProblemError | null>(null);
  const isShipped = cart?.lines.some(({ requiresShipping }) => requiresShipping) ?? true;
  const change = (changed: Partial<Details>): void => setDetails((before) => ({ ...before, ...changed }));
  const leave = (changed: Partial<Details> = {}): void => void say(fillingOf({ ...details, ...changed }));

  /** @throws {ProblemError} */
  const finish = async (now: TelephoneCart): Promise<void> => {
    if (now.method === 'card') {
      const link = await telephoneCart.sendLink(now.id, Number(days), newKey());
      await refresh();
      return onSent({ ...link, email: now.buyer?.email ?? '' });
    }
    const { id, number } = await telephoneCart.place(now);
    await refresh();
    tell(now.buyer?.email === null ? `${words.placed(number)} ${words.papers}` : words.placed(number));
    navigate(`/orders/${id}`);
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSending(true);
    setFailure(null);
    // The fields count as they stand, also the one that is still being typed into.
    const shown = cart?.total;
    const now = await say(fillingOf(details));
    try {
      // A buyer who was told another total is told the new one first.
      if (now && now.total === shown) await finish(now);
    } catch (problem) {
      setFailure(problem as ProblemError);
    }
    setSending(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            <Goods cart={cart} onChange={(lines) => void say({ lines })} />
            <BuyerParts
              details={details}
              isShipped={isShipped}
              needsEmail={cart?.method === 'card'}
              error={error}
              onChange={change}
              onLeave={leave}
            />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Terms cart={cart} days={days} onDays={setDays} onSay={(filling) => void say(filling)} />
            {cart && <Summary cart={cart} isBusy={isBusy || sending} error={failure ?? error} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  );
}
