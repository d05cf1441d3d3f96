import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhook.ingestion';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { webhookIngestion as contract } from '../src/webhook/contract';

/** Whoever it is for looks by itself sooner or later: what has failed for so long is told of. */
const { handleWebhook } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  scheduleToCloseTimeout: '1 day',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

const { giveWebhookUp } = proxyActivities<WebhookActivities>({
  startToCloseTimeout: '15 s',
  heartbeatTimeout: '6 s',
});

/** Handles what a provider has told. */
export const webhookIngestion: WorkflowOf<typeof contract> = async (input) => {
  try {
    return await handleWebhook(input);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return giveWebhookUp(input, error.cause?.message ?? error.message);
  }
};
