import { ActivityFailure, patched, proxyActivities, sleep } from '@temporalio/workflow';
import type { MailActivities } from '../activities/mail.delivery';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { mailDelivery as contract } from '../src/mail/contract';

/** A mail that could not be sent for two days is no news any more. */
const { deliverMail } = proxyActivities<MailActivities>({
  startToCloseTimeout: '1 minute',
  // It beats while it waits for the mail server: silence is a killed worker.
  heartbeatTimeout: '6 s',
  scheduleToCloseTimeout: '2 days',
  retry: { initialInterval: '2 s', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

const { giveMailUp, mailDueInMs } = proxyActivities<MailActivities>({
  startToCloseTimeout: '15 s',
  heartbeatTimeout: '6 s',
});

export const mailDelivery: WorkflowOf<typeof contract> = async (input) => {
  if (patched('caps')) {
    const dueInMs = await mailDueInMs(input);
    if (dueInMs > 0) await sleep(dueInMs);
  }
  try {
    return await deliverMail(input);
  } catch (error) {
    if (error instanceof ActivityFailure) await giveMailUp(input, error.cause?.message ?? error.message);
    throw error;
  }
};
