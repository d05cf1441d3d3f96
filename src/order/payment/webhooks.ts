import { connectPayment } from '../../extension/payment';
import { notTaken } from '../../provider/callback';
import type { WebhookConsumer } from '../../webhook/port';
import { reopenAttempt } from './attempt-store';
import { haveLookedAt } from './look';
import { findNamed } from './store';

/** Webhooks of payment providers. The product asks the provider for each outcome, whoever signed the webhook. */
export const paymentWebhooks: WebhookConsumer = {
  port: 'payment',

  async read(at, posted) {
    // A disabled provider is read as well: a payment that began while it was enabled has to come to its end.
    const { readCallback } = await connectPayment({ ...at, operations: ['readPayment'] });
    const reading = readCallback(posted);
    if (!reading.accepted) return reading;
    // A browser comes back to the storefront, and says nothing that anybody could not say.
    if (!reading.signed || reading.answer === null) return notTaken('unsigned');
    const { reference, says } = reading.event;
    return { accepted: true, news: { reference, says }, answer: reading.answer };
  },

  async handle({ tx, effects, storeId, ext }, { reference, says }) {
    if (typeof reference !== 'string') return false;
    const found = await findNamed(tx, storeId, ext, reference);
    if (!found) return false;
    // It may come when everybody has given up: money that was taken late is found, and given back.
    if (says !== 'failed') reopenAttempt(tx, storeId, found.id);
    haveLookedAt(effects, { storeId, paymentId: found.id }, { tx, ticket: null });
    return true;
  },
};
