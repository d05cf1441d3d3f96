import { sessionReference } from '../checkout/session/quote';
import { lockSession, placeSession } from '../checkout/session/store';
import type { SessionRow } from '../checkout/session/table';
import type { Transaction } from '../kernel/database/queryable';
import { command } from '../kernel/declaration/command';
import type { MutationContext } from '../kernel/declaration/context';
import { exampleId } from '../kernel/declaration/example';
import { refuse } from '../kernel/errors';
import { id, label, object, rev, t } from '../kernel/schema/schema';
import { lockOrder } from './order/store';
import { orderReceipt, receiptOf } from './order/view';
import { isAgreed } from './payment/agreed';
import { lockTaken, paymentOf, placePayment } from './payment/store';
import type { PaymentRow } from './payment/table';
import { type CompleteSession, makeOrder } from './placing/make';

export default command({
  id: 'order.create',
  label: { tr: 'Siparişi oluştur', en: 'Create an order' },
  summary:
    'Create the order of a completed checkout session, at the prices that were shown; placed twice it is one order.',
  policy: 'owner',
  scope: 'checkout',
  role: 'manager',
  irreversible: true,
  payload: object({
    sessionId: sessionReference,
    /** The rev to which the shopper has agreed: a session at another rev is refused. */
    sessionRev: t.Optional(rev({ description: 'The rev of the session that the shopper has agreed to.' })),
    /** The payment that pays for the order. Without it the first captured one does. */
    paymentId: t.Optional(label('Ödeme', 'Payment')(id('pay'))),
  }),
  result: orderReceipt,
  refuses: [
    'not_found',
    'session_expired',
    'cart_empty',
    'line_unavailable',
    'price_changed',
    'out_of_stock',
    'insufficient_stock',
    'amount_mismatch',
    'payment_unavailable',
    'digital_kapida_disallowed',
    'order_rejected',
  ],
  example: { sessionId: exampleId('chs', 'SEPET') },

  async run(context) {
    const { payload, storeId, tx, now } = context;
    const session = await lockSession(tx, storeId, payload.sessionId);
    if (!session) return refuse('not_found', 'There is no such checkout session.', { quotesNobody: true });
    if (payload.sessionRev !== undefined && payload.sessionRev !== session.rev)
      refuse('amount_mismatch', undefined, { quotesNobody: true });
    if (session.orderId !== null) {
      const placed = await lockOrder(tx, storeId, session.orderId);
      if (payload.paymentId !== undefined) await assertPays(tx, storeId, payload.paymentId, placed.id);
      context.about([placed.customerId]);
      return receiptOf(placed);
    }
    const complete = completed(session, now);
    // A shopper who has paid by card has agreed to no other method that the session may show now.
    if (payload.paymentId !== undefined && complete.quote.method !== 'card')
      refuse('amount_mismatch', undefined, { quotesNobody: true });
    const taken = complete.quote.method === 'card' ? await takenFor(context, complete, payload.paymentId) : undefined;
    const made = await makeOrder(context, complete, taken);
    placeSession(tx, storeId, session.id, made.id, now);
    if (taken) placePayment(tx, storeId, taken.id, made.id, now);
    return receiptOf(made);
  },
});

/**
 * The payment of a session, locked: whoever would give its money back because there is no order waits until there is one.
 * @throws {Refusal} payment_unavailable where no money has moved, amount_mismatch
 */
async function takenFor(
  { tx, storeId, services }: MutationContext,
  session: CompleteSession,
  paymentId: string | undefined,
): Promise<PaymentRow> {
  const taken = await lockTaken(tx, storeId, session.id, paymentId ?? null);
  if (!taken || taken.test) return refuse('payment_unavailable', undefined, { quotesNobody: true });
  if (taken.amount !== session.quote.total || !isAgreed(services.digests, storeId, session, taken.quoteDigest))
    refuse('amount_mismatch', undefined, { quotesNobody: true });
  return taken;
}

/** The session has become an order that another payment may have paid for. @throws {Refusal} payment_unavailable */
async function assertPays(tx: Transaction, storeId: string, paymentId: string, orderId: string): Promise<void> {
  const paid = await paymentOf(tx, storeId, orderId);
  if (paid?.id !== paymentId) refuse('payment_unavailable', undefined, { quotesNobody: true });
}

/** @throws {Refusal} session_expired, cart_empty; order_rejected of what its shopper has not filled in */
function completed(session: SessionRow, now: Date): CompleteSession {
  const { expiresAt, cart, quote, buyerName, buyerEmail, buyerPhone, telephone } = session;
  if (Date.parse(expiresAt) <= now.getTime()) refuse('session_expired', undefined, { quotesNobody: true });
  if (cart.length === 0) refuse('cart_empty', undefined, { quotesNobody: true });
  // Only a shop on the telephone may leave the e-mail out, and no provider of card payments does.
  const needsEmail = !telephone || quote?.method === 'card';
  if (quote === null || buyerName === null || buyerPhone === null || (needsEmail && buyerEmail === null))
    return refuse('order_rejected', 'The shopper has not completed the session.', { quotesNobody: true });
  return { ...session, quote, buyerName, buyerEmail, buyerPhone };
}
