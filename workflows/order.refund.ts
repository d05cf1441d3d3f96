import { proxyActivities } from '@temporalio/workflow';
import type { RefundActivities } from '../activities/order.refund';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { refundAsking as contract } from '../src/order/refund/contract';
import { inSteps } from './steps';

/** A step asks the provider four times at most. It beats while it waits: silence is a killed worker. */
const { stepRefund } = proxyActivities<RefundActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Gives money back through a payment provider. The row says the next step and the last request; this only drives it. */
export const refund: WorkflowOf<typeof contract> = (input) => inSteps(stepRefund, input, 'the payment provider');
