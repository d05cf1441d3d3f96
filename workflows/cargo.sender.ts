import { proxyActivities } from '@temporalio/workflow';
import type { CargoActivities } from '../activities/cargo';
import type { cargoSender as contract } from '../src/cargo/sender/contract';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { inSteps } from './steps';

/** A step asks the provider twice at most. It beats while it waits: silence is a killed worker. */
const { stepSender } = proxyActivities<CargoActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Creates an address of a sender at a provider of cargo. The row says the next step and the last request; this only drives it. */
export const cargoSender: WorkflowOf<typeof contract> = (input) => inSteps(stepSender, input, 'the provider of cargo');
