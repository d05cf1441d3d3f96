import { connectCargo } from '../../cargo/provider/connect';
import { cargoNeeds } from '../../cargo/provider/needs';
import { OK } from '../../provider/callback';
import { CALLER_MS } from '../../provider/deadlines';
import type { WebhookConsumer, WebhookReading } from '../../webhook/port';
import { refusedPost } from '../../webhook/post-answers';
import { findByRemoteId } from './store';
import { wakeTracking } from './wake';

const needs = cargoNeeds('ready', 'readWebhook', 'track');

/** Webhooks of cargo providers. Each is a reason to ask the provider where the parcel is, and is not recorded itself. */
export const cargoWebhooks: WebhookConsumer = {
  port: 'cargo',

  async read(at, { behind, body }): Promise<WebhookReading> {
    const { adapter } = await connectCargo({ ...at, needs });
    try {
      const call = { secret: behind, body };
      const { shipmentId } = await adapter.readWebhook(call, AbortSignal.timeout(CALLER_MS));
      return { accepted: true, news: { remoteId: shipmentId }, answer: OK };
    } catch (error) {
      return refusedPost(error);
    }
  },

  async handle({ tx, effects, storeId, ext }, { remoteId }) {
    if (typeof remoteId !== 'string') return false;
    const found = await findByRemoteId(tx, storeId, ext, remoteId);
    if (found) wakeTracking({ effects, storeId }, found);
    return found !== undefined;
  },
};
