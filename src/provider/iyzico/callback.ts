import { isSameText } from '../../kernel/same-text';
import { nullable, type Static, t } from '../../kernel/schema/schema';
import { formOf, headerOf, jsonOf, notTaken, OK } from '../callback';
import type { CallbackReading, PaymentAccount, PaymentEvent, PostedCallback } from '../payment-port';
import { answerSignature, webhookSignature } from './signature';
import { ticketOf } from './ticket';

const word = t.String({ minLength: 1, maxLength: 128 });
const providerId = t.Union([word, t.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })]);
const paymentId = t.String({ pattern: '^[A-Za-z0-9._-]{1,64}$' });

/** The browser's form on its way back from the bank. */
const fromBank = t.Object({
  status: word,
  paymentId,
  conversationId: word,
  mdStatus: t.String({ maxLength: 10 }),
  conversationData: t.Optional(t.String({ maxLength: 8_000 })),
  signature: t.Optional(t.String({ maxLength: 128 })),
});

/** The browser's form on its way back from the page of iyzico. It names nothing but that page. */
const fromPage = t.Object({ token: t.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' }) });

/** The webhook for a card that was entered in the shop. For the page of iyzico it has `token` as well (docs.iyzico.com, "Webhook"). */
const webhook = t.Object({
  iyziEventType: word,
  status: word,
  paymentConversationId: word,
  paymentId: t.Optional(nullable(providerId)),
  iyziPaymentId: t.Optional(nullable(providerId)),
  token: t.Optional(nullable(word)),
});

const nothing = { handle: null, ticket: null, paidAmount: null, code: null, message: null } as const;

/** Reads a request of iyzico, or of a browser that it has sent back. */
export function readCallback({ secrets }: PaymentAccount, posted: PostedCallback): CallbackReading {
  const { secretKey = '' } = secrets;
  // Anybody can sign with a key that nobody has set.
  if (secretKey === '') return notTaken('unsigned');
  const type = headerOf(posted, 'content-type') ?? '';
  return type.startsWith('application/json') ? readWebhook(secretKey, posted) : readBrowser(secretKey, posted);
}

function readBrowser(secretKey: string, posted: PostedCallback): CallbackReading {
  const bank = formOf<Static<typeof fromBank>>(posted, fromBank);
  if (bank) return readBank(secretKey, bank);
  const page = formOf<Static<typeof fromPage>>(posted, fromPage);
  if (!page) return notTaken('malformed');
  const ticket = ticketOf({ kind: 'page', of: page.token });
  const event: PaymentEvent = { ...nothing, reference: null, handle: page.token, says: 'to_complete', ticket };
  return { accepted: true, from: 'browser', signed: false, event, answer: null };
}

function readBank(secretKey: string, bank: Static<typeof fromBank>): CallbackReading {
  const { conversationData = '', conversationId, mdStatus, paymentId, status, signature } = bank;
  if (signature === undefined) return notTaken('unsigned');
  const signed = [conversationData, conversationId, mdStatus, paymentId, status];
  if (!isSameText(signature, answerSignature(secretKey, signed))) return notTaken('forged');
  const known = { ...nothing, reference: conversationId, handle: paymentId };
  const event: PaymentEvent =
    status === 'success' && mdStatus === '1'
      ? { ...known, says: 'to_complete', ticket: ticketOf({ kind: 'card', of: paymentId }) }
      : { ...known, says: 'failed', code: `mdStatus ${mdStatus}`, message: 'The bank did not let the buyer through.' };
  return { accepted: true, from: 'browser', signed: true, event, answer: null };
}

function readWebhook(secretKey: string, posted: PostedCallback): CallbackReading {
  const said = jsonOf<Static<typeof webhook>>(posted, webhook);
  if (!said) return notTaken('malformed');
  const signature = headerOf(posted, 'x-iyz-signature-v3');
  if (signature === undefined) return notTaken('unsigned');
  const { iyziEventType, paymentConversationId, status, token } = said;
  const id = String((token ? said.iyziPaymentId : said.paymentId) ?? '');
  const signed = [iyziEventType, id, ...(token ? [token] : []), paymentConversationId, status];
  if (!isSameText(signature, webhookSignature(secretKey, signed))) return notTaken('forged');
  const event: PaymentEvent = {
    ...nothing,
    reference: paymentConversationId,
    handle: token ?? id,
    says: meaningOf[status] ?? 'read',
    ...(status === 'FAILURE' ? { message: 'The payment failed.' } : {}),
  };
  return { accepted: true, from: 'server', signed: true, event, answer: OK };
}

const meaningOf: Readonly<Record<string, PaymentEvent['says']>> = { SUCCESS: 'captured', FAILURE: 'failed' };
