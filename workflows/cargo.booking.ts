import { proxyActivities } from '@temporalio/workflow';
import type { CargoActivities } from '../activities/cargo';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import type { cargoBooking as contract } from '../src/order/booking/contract';
import { inSteps } from './steps';

/** A step asks the provider a few times at most. It beats while it waits: silence is a killed worker. */
const { stepBooking } = proxyActivities<CargoActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Accepts an offer of a provider of cargo. The row says the next step and the last request; this only drives it. */
export const cargoBooking: WorkflowOf<typeof contract> = (input) =>
  inSteps(stepBooking, input, 'the provider of cargo');
