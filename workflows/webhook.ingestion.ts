import { ActivityFailure, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/webhook.ingestion';
import { promptQueue, type WorkflowOf } from '../src/kernel/declaration/job';
import type { webhookIngestion as contract } from '../src/webhook/contract';

/** Handles the post of a provider. */
export const webhookIngestion: WorkflowOf<typeof contract> = async (input) => {
  const taskQueue = promptQueue(workflowInfo().taskQueue);
  const { handleWebhook } = proxyActivities<WebhookActivities>({
    taskQueue,
    startToCloseTimeout: '1 minute',
    heartbeatTimeout: '6 s',
    // The recipient of the news reads it from the provider sooner or later. A delivery that has failed for a day is told.
    scheduleToCloseTimeout: '1 day',
    retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '30 minutes' },
  });
  const { giveWebhookUp } = proxyActivities<WebhookActivities>({
    taskQueue,
    startToCloseTimeout: '15 s',
    heartbeatTimeout: '6 s',
  });
  try {
    return await handleWebhook(input);
  } catch (error) {
    if (!(error instanceof ActivityFailure)) throw error;
    return giveWebhookUp(input, error.cause?.message ?? error.message);
  }
};
