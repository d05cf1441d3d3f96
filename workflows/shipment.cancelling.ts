import { proxyActivities } from '@temporalio/workflow';
import type { CargoActivities } from '../activities/cargo';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { shipmentCancelling as contract } from '../src/order/booking/contract';
import { inSteps } from './steps';

/** A step asks the provider a few times at most. It beats while it waits: silence is a killed worker. */
const { stepCancelling } = proxyActivities<CargoActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Takes a booking back at a provider of cargo; the row says the next step. */
export const shipmentCancelling: WorkflowOf<typeof contract> = (input) =>
  inSteps(stepCancelling, input, 'the provider of cargo');
