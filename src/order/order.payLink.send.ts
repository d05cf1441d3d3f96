import { linkAt } from '../checkout/session/link';
import { sessionReference } from '../checkout/session/quote';
import { linkSession, lockSession } from '../checkout/session/store';
import { type SessionRow, session } from '../checkout/session/table';
import { command } from '../kernel/declaration/command';
import { exampleId } from '../kernel/declaration/example';
import { subject } from '../kernel/declaration/subject';
import { refuse } from '../kernel/errors';
import { expectedRev, object, t } from '../kernel/schema/schema';
import { postLetter } from '../mail/letters';
import { shopAddress } from '../store/address';
import { LINK_DAYS } from './telephone/days';
import { linkDays } from './telephone/fields';
import { payLink } from './telephone/letter';
import { linkAnswer, linkSnapshot } from './telephone/link';

const DAY_MS = 24 * 3_600_000;

export default command({
  id: 'order.payLink.send',
  label: { tr: 'Ödeme bağlantısı gönder', en: 'Send a link to pay' },
  summary:
    'Send the buyer of a cart of the telephone a link by which the cart is accepted and paid by card, or send the link anew. The order is made when it is paid.',
  policy: 'owner',
  scope: null,
  role: 'manager',
  // A letter that was sent is with its reader.
  irreversible: true,
  payload: object({ sessionId: sessionReference, days: t.Optional(linkDays), expectedRev }),
  result: linkAnswer,
  refuses: ['not_found', 'rev_conflict', 'session_expired', 'invalid_state', 'order_rejected', 'payment_unavailable'],
  example: { sessionId: exampleId('chs', 'TELEFON') },
  route: { http: 'POST /v1/account/telephone-orders/{chs}/link', names: { chs: 'sessionId' } },
  subject: subject(session.word, 'sessionId'),

  async run(context) {
    const { payload, storeId, tx, now, record } = context;
    const before = await lockSession(tx, storeId, payload.sessionId);
    if (!before?.telephone)
      return refuse('not_found', 'There is no such cart of the telephone.', { quotesNobody: true });
    // The letter tells the buyer a total: it is the one that whoever sends it has seen.
    context.guardRev(before.id, before.rev);
    const { total } = assertPayable(before, now);
    const until = context.later((payload.days ?? LINK_DAYS) * DAY_MS);
    const url = `${await shopAddress(context)}${linkAt(before.id)}`;
    linkSession(tx, storeId, before.id, { until, url, total }, now);
    const after = { ...linkSnapshot(before), linkUntil: until.toISOString() };
    record(session.word, before.id, linkSnapshot(before), after);
    postLetter(context, payLink, before.id);
    return { url, linkUntil: after.linkUntil };
  },
});

/** @returns the quote that the letter tells @throws {Refusal} invalid_state, session_expired, order_rejected, payment_unavailable */
function assertPayable(cart: SessionRow, now: Date): NonNullable<SessionRow['quote']> {
  const { orderId, linkCancelledAt, expiresAt, quote, buyerName, buyerEmail, shippingAddress } = cart;
  if (orderId !== null)
    refuse('invalid_state', 'The cart has become an order.', { facts: { state: 'placed' }, quotesNobody: true });
  if (linkCancelledAt !== null || Date.parse(expiresAt) <= now.getTime())
    refuse('session_expired', undefined, { quotesNobody: true });
  const isAddressed = quote?.rate == null || shippingAddress !== null;
  if (quote === null || buyerName === null || buyerEmail === null || !isAddressed)
    return refuse('order_rejected', 'The cart lacks the buyer, an e-mail, the address, the delivery or the payment.', {
      quotesNobody: true,
    });
  if (quote.method !== 'card')
    refuse('payment_unavailable', 'A link is for carts that are paid by card.', { quotesNobody: true });
  return quote;
}
