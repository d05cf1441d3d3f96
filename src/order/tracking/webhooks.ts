import { connectCargo } from '../../cargo/provider/connect';
import { cargoNeeds } from '../../cargo/provider/needs';
import { CALLER_MS } from '../../provider/deadlines';
import { WebhookRefused } from '../../provider/webhook';
import type { WebhookConsumer, WebhookReading } from '../../webhook/port';
import { findByRemoteId } from './store';
import { wakeTracking } from './wake';

const needs = cargoNeeds('ready', 'readWebhook', 'track');

const plainAnswer = (status: number, body: string) => ({ status, type: 'text/plain; charset=utf-8', body });

/** Webhooks of cargo providers. Each is a reason to ask the provider where the parcel is, and is not recorded itself. */
export const cargoWebhooks: WebhookConsumer = {
  port: 'cargo',

  async read(at, { behind, body }): Promise<WebhookReading> {
    const { adapter } = await connectCargo({ ...at, needs });
    try {
      const call = { secret: behind, body };
      const { shipmentId } = await adapter.readWebhook(call, AbortSignal.timeout(CALLER_MS));
      return { accepted: true, news: { remoteId: shipmentId }, answer: plainAnswer(200, 'OK') };
    } catch (error) {
      if (!(error instanceof WebhookRefused)) throw error;
      const answer = error.reason === 'forged' ? plainAnswer(401, 'Not signed') : plainAnswer(400, 'Not understood');
      return { accepted: false, answer };
    }
  },

  async handle({ tx, effects, storeId, ext }, { remoteId }) {
    if (typeof remoteId !== 'string') return false;
    const found = await findByRemoteId(tx, storeId, ext, remoteId);
    if (found) wakeTracking({ effects, storeId }, found);
    return found !== undefined;
  },
};
