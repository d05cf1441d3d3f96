import type { Platform } from '../src/platform';
import type { WebhookInput } from '../src/webhook/contract';
import { beating } from './beating';

export const createWebhookActivities = ({ webhooks }: Pick<Platform, 'webhooks'>) => ({
  /** Handles a webhook. Another attempt finds it handled. */
  handleWebhook: (input: WebhookInput) => beating(() => webhooks.handle(input)),
  giveWebhookUp: (input: WebhookInput, reason: string) => beating(() => webhooks.giveUp(input, reason)),
});

export type WebhookActivities = ReturnType<typeof createWebhookActivities>;
