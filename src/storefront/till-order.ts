import type { Placing } from '../checkout/enclave/fields';
import { linkAt } from '../checkout/session/link';
import { ID_PATTERN } from '../kernel/ids';
import { answerNothing, HTML } from './plain-answers';
import { framingPolicy, providerPolicy, returnPolicy } from './policy';
import { isUnderWay } from './render/payment-step';
import type { CheckoutAnswer, Session, Standing } from './sale/checkout-client';
import { isSession } from './sale/cookie';
import { fieldsIn, textIn } from './sale/form';
import { confirmIn } from './till-steps';
import { nextStep, placedAt, type Visit } from './visit';

const PAYMENT = new RegExp(`^(?=pay_)${ID_PATTERN}$`);
const TYPE_LENGTH_MAX = 200;

const backAt = (session: string): string => `/odeme/donus/${session}`;

/**
 * Makes the order of the session that the form names, at the total and of all else that it shows. A form that is sent twice names one
 * session, which becomes one order.
 */
export async function takeOrder(visit: Visit): Promise<void> {
  const fields = await fieldsIn(visit.context);
  const id = fields.one('oturum');
  if (!isSession(id)) return visit.goTo('/sepet');
  const said = await visit.client.show(visit.storeId, id);
  // The page of a link tells by itself what has become of it, and the cart of one that is over.
  if (said.refused && fields.one('baglanti') === 'evet') return visit.goTo(linkAt(id));
  if (said.refused) return visit.goTo('/sepet', said.refused.code === 'session_expired' ? [] : [said.refused.code]);
  const session = said.body;
  if (session.orderId !== null) return ordered(visit, id);
  const [total, expectedRev] = [numberIn(fields.one('tutar')), numberIn(fields.one('surum'))];
  if (total !== session.total) return notMade(visit, session, 'amount_mismatch');
  if (expectedRev !== session.rev) return notMade(visit, session, 'rev_conflict');
  if (fields.one('onay') !== 'evet') return confirmIn(visit, session, true);
  const placing = { total, expectedRev };
  if (session.method === 'card') return pay(visit, session, placing);
  const placed = await visit.client.place(visit.storeId, id, placing);
  return placed.refused ? notMade(visit, session, placed.refused.code) : ordered(visit, id);
}

function ordered(visit: Visit, id: string): void {
  visit.forget(id);
  visit.goTo(placedAt(id));
}

const numberIn = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** Another total or address, a price, or something that is sold out: the shopper sees it all anew. */
const notMade = (visit: Visit, session: Session, code: string): void =>
  visit.goTo(session.linkUntil === null ? nextStep(session) : linkAt(session.id), [code]);

async function pay(visit: Visit, session: Session, placing: Placing): Promise<void> {
  const { client, storeId, shop, context } = visit;
  const returnUrl = `${shop.origin}${backAt(session.id)}`;
  const said = await client.pay(storeId, session.id, { ...placing, returnUrl, ip: visit.address, language: 'tr' });
  if (said.refused) return notMade(visit, session, said.refused.code);
  const { page } = said.body;
  if (page.kind === 'html') {
    context.set('Content-Security-Policy', providerPolicy);
    context.status = 200;
    context.type = HTML;
    context.body = page.html;
    return;
  }
  // A form that is sent may lead nowhere else by this shop's policy, so a page leads on.
  const url = URL.canParse(page.url) ? new URL(page.url) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) return notMade(visit, session, 'payment_unavailable');
  await visit.show({ kind: 'checkout', value: { step: 'leave', page: { kind: page.kind, url: url.href } } });
  if (page.kind === 'frame') context.set('Content-Security-Policy', framingPolicy(url.origin));
}

/**
 * The way back from a provider: a request of another site, which brings no cookie. Its path names the session and its query the payment;
 * what it brings is proven by the checkout.
 */
export async function comeBack(visit: Visit, id: string): Promise<void> {
  const { context, client, storeId } = visit;
  const payment = context.URL.searchParams?.get('payment') ?? '';
  const body = context.method === 'POST' ? await textIn(context) : '';
  if (!PAYMENT.test(payment)) return answerNothing(context);
  const type = context.get('Content-Type').slice(0, TYPE_LENGTH_MAX);
  const said = await client.comeBack(storeId, id, payment, { type, body: body.toWellFormed().replaceAll('\0', '') });
  // Fields that are none of the provider's change nothing: the payment stands as it does.
  return standing(visit, id, payment, said.refused ? await client.payment(storeId, id, payment) : said);
}

export async function showPayment(visit: Visit, id: string, payment: string): Promise<void> {
  return standing(visit, id, payment, await visit.client.payment(visit.storeId, id, payment));
}

async function standing(visit: Visit, id: string, payment: string, said: CheckoutAnswer<Standing>): Promise<void> {
  if (said.refused) return answerNothing(visit.context);
  if (said.body.order !== null) return ordered(visit, id);
  const value = {
    step: 'payment',
    standing: said.body,
    again: `${backAt(id)}/${payment}`,
    anew: isUnderWay(said.body) ? '' : await payAgainAt(visit, id),
    isFramed: isFramed(visit),
  } as const;
  await visit.show({ kind: 'checkout', value });
  hideAddress(visit);
}

/** The page at which a buyer pays once more: that of the link, of a cart that has one. */
async function payAgainAt({ client, storeId }: Visit, id: string): Promise<string> {
  const { body } = await client.show(storeId, id);
  return body && body.linkUntil !== null ? linkAt(id) : '/odeme/yontem';
}

export async function showPlaced(visit: Visit, id: string): Promise<void> {
  const said = await visit.client.order(visit.storeId, id);
  if (said.refused) return answerNothing(visit.context);
  visit.forget(id);
  await visit.show({ kind: 'checkout', value: { step: 'placed', order: said.body, isFramed: isFramed(visit) } });
  hideAddress(visit);
}

/** A provider that shows its page in a frame leads that frame back, and not the page around it. */
const isFramed = ({ context }: Visit): boolean => context.get('Sec-Fetch-Dest') === 'iframe';

/** Its address names a session: nobody else learns it. */
function hideAddress({ context }: Visit): void {
  context.set('Content-Security-Policy', returnPolicy);
  context.set('Referrer-Policy', 'no-referrer');
}
