import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { visibleText } from '../../kernel/schema/visible';
import { LINK_DAYS } from '../../order/telephone/days';
import { useRefresh } from '../api/queries';
import { useSentOnce } from '../api/sent-once';
import { useSendsMails } from '../api/shop';
import { telephoneCart } from '../api/telephone';
import type { PayLink, TelephoneCart, TelephoneFilling } from '../api/types';
import { tell } from '../parts/confirm';
import { Copy } from '../parts/copy';
import { PageHeader } from '../parts/states';
import { useUnsaved } from '../parts/unsaved';
import { dateTime } from '../text/format';
import { type PapersWay, useTelephoneWords } from '../text/telephone';
import { useText } from '../text/text';
import { BuyerParts } from './buyer';
import { type Details, fillingOf, NO_DETAILS } from './details';
import { useFieldFaults } from './faults';
import { Goods } from './goods';
import { PayLinks } from './links';
import { Refused, usePlacing } from './placing';
import { Summary } from './summary';
import { Terms } from './terms';
import { isSameSale, useCart } from './use-cart';

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
  const isMailed = useSendsMails() !== false;
  const until = link.linkUntil ? dateTime(link.linkUntil, texts) : '';
  return (
    <Alert color="teal" role="status" title={isMailed ? words.linkTitle : words.linkReady}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isMailed ? words.linkText(visibleText(link.email), until) : words.linkKept(until)}</Text>
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

const UNFRAMED = { border: 0, margin: 0, padding: 0, minWidth: 0 };

const papersOf = (email: string, sendsMails: boolean): PapersWay =>
  email === '' ? 'unaddressed' : sendsMails ? 'mailed' : 'kept';

function OrderForm({ onSent }: { readonly onSent: (link: SentLink) => void }) {
  const words = useTelephoneWords();
  const [, navigate] = useLocation();
  const refresh = useRefresh();
  const { cart, error, say } = useCart();
  const sendsMails = useSendsMails() !== false;
  const [details, setDetails] = useState<Details>(NO_DETAILS);
  const [code, setCode] = useState('');
  const [days, setDays] = useState(String(LINK_DAYS));
  // A field that is left by the press is saved meanwhile: the cart counts that was shown as the button went down.
  const pressed = useRef<TelephoneCart | null>(null);
  const [orderId, setOrderId] = useState<string | null>(null);
  const isTyped = [code, ...Object.values(details)].some((text) => text !== '');
  useUnsaved(orderId === null && (isTyped || (cart?.lines.length ?? 0) > 0));
  // By then it is unsaved no more, and nobody is asked whether to leave it.
  useEffect(() => {
    if (orderId !== null) navigate(`/orders/${orderId}`);
  }, [orderId, navigate]);
  const { faultOf, markMissing, markRefused } = useFieldFaults(details);
  const needs = {
    isShipped: cart?.lines.some(({ requiresShipping }) => requiresShipping) ?? true,
    needsEmail: cart?.method === 'card',
  };
  const papers = papersOf(details.email.trim(), sendsMails);
  const change = (changed: Partial<Details>): void => setDetails((before) => ({ ...before, ...changed }));
  const leave = (changed: Partial<Details> = {}): void => {
    const left = { ...details, ...changed };
    void markRefused(left, say(fillingOf(left, needs.isShipped)));
  };
  const state = async (filling: TelephoneFilling): Promise<void> => {
    const { problem } = await say(filling);
    if (!problem && filling.coupon !== undefined) setCode('');
  };

  /** Says all that the page shows. @returns the cart as it is then; null: something is missing, or was refused */
  const sayAll = async (): Promise<TelephoneCart | null> => {
    if (!markMissing(needs)) return null;
    const typedCode = code.trim() === '' ? {} : { coupon: code.trim() };
    const said = say({ ...fillingOf(details, needs.isShipped), ...typedCode });
    const { cart: now } = await markRefused(details, said);
    if (now) setCode('');
    return now;
  };
  const sendOnce = useSentOnce();
  /** @throws {ProblemError} */
  const finish = async (now: TelephoneCart): Promise<void> => {
    if (now.method === 'card') {
      const link = await sendOnce([now.id, now.rev, days], (key) =>
        telephoneCart.sendLink(now.id, Number(days), key, now.rev),
      );
      await refresh();
      return onSent({ ...link, email: now.buyer?.email ?? '' });
    }
    const { id, number } = await telephoneCart.place(now);
    await refresh();
    const way = papersOf(now.buyer?.email ?? '', sendsMails);
    tell(way === 'mailed' ? words.placed(number) : `${words.placed(number)} ${words.papersGo[way]}`);
    setOrderId(id);
  };
  const { form, busy, refused, refuse, submit } = usePlacing(async () => {
    const shown = pressed.current ?? cart;
    pressed.current = null;
    const now = await sayAll();
    if (!now) return 'refused';
    // A buyer who was told something else is told what it is now first.
    if (!isSameSale(shown, now)) return 'changed';
    await finish(now);
    return undefined;
  });
  const inform = async (): Promise<TelephoneCart | null> => {
    const now = await sayAll();
    if (!now) refuse('refused');
    return now;
  };
  return (
    <form ref={form} onSubmit={(event) => void submit(event)} onChange={() => refuse(undefined)}>
      {/* What is being placed stays as it is shown. */}
      <fieldset disabled={busy} style={UNFRAMED}>
        <Grid gap="md">
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="md">
              <Goods cart={cart} onChange={(lines) => state({ lines })} />
              <BuyerParts
                details={details}
                {...needs}
                sendsMails={sendsMails}
                faultOf={faultOf}
                onChange={change}
                onLeave={leave}
              />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Stack gap="md">
              <Terms
                cart={cart}
                papers={papers}
                days={days}
                onDays={setDays}
                code={code}
                onCode={setCode}
                onSay={(filling) => void state(filling)}
              />
              {cart && (
                <Summary
                  cart={cart}
                  papers={papers}
                  isBusy={busy}
                  onPress={() => {
                    pressed.current = cart;
                  }}
                  onInformation={inform}
                />
              )}
              <Refused why={refused} error={error} />
            </Stack>
          </Grid.Col>
        </Grid>
      </fieldset>
    </form>
  );
}
