import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { MailActivities } from '../activities/mail.delivery';
import type { WorkflowOf } from '../src/kernel/job';
import type { mailDelivery as contract } from '../src/proposal/mail.jobs';

/** A mail that could not be sent for two days is no news any more. */
const { deliverMail } = proxyActivities<MailActivities>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '2 days',
  retry: { initialInterval: '2 s', backoffCoefficient: 2, maximumInterval: '30 minutes' },
});

const { giveMailUp } = proxyActivities<MailActivities>({ startToCloseTimeout: '15 s' });

export const mailDelivery: WorkflowOf<typeof contract> = async (input) => {
  try {
    return await deliverMail(input);
  } catch (error) {
    if (error instanceof ActivityFailure) await giveMailUp(input, error.cause?.message ?? error.message);
    throw error;
  }
};
