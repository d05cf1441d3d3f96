import { ActivityFailure, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { MailActivities } from '../activities/mail.delivery';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { type mailDelivery as contract, mailQueue } from '../src/mail/contract';

const { giveMailUp, mailDueInMs } = proxyActivities<MailActivities>({
  startToCloseTimeout: '15 s',
  heartbeatTimeout: '6 s',
});

export const mailDelivery: WorkflowOf<typeof contract> = async (input) => {
  const dueInMs = await mailDueInMs(input);
  if (dueInMs > 0) await sleep(dueInMs);
  const { deliverMail } = proxyActivities<MailActivities>({
    taskQueue: mailQueue(workflowInfo().taskQueue),
    // Longer than a mail server may be silent at all of what it is asked.
    startToCloseTimeout: '5 minutes',
    // It beats while it waits for the mail server: silence is a killed worker.
    heartbeatTimeout: '6 s',
    // A mail that could not be sent for two days is no news any more.
    scheduleToCloseTimeout: '2 days',
    retry: { initialInterval: '2 s', backoffCoefficient: 2, maximumInterval: '30 minutes' },
  });
  try {
    return await deliverMail(input);
  } catch (error) {
    if (error instanceof ActivityFailure) await giveMailUp(input, error.cause?.message ?? error.message);
    throw error;
  }
};
