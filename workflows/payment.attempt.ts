import {
  allHandlersFinished,
  condition,
  continueAsNew,
  defineUpdate,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { PaymentActivities } from '../activities/payment.attempt';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { type paymentAttempt as contract, LOOK } from '../src/order/payment/contract';
import { needsAttention } from './attention';

/** A step asks the provider four times at most. It beats while it waits: silence is a killed worker. */
const { stepAttempt } = proxyActivities<PaymentActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Brings an attempt to pay to its end. The row says what is known; callbacks, webhooks and the clock only have it look. */
export const paymentAttempt: WorkflowOf<typeof contract> = async (input) => {
  let isTold = false;
  setHandler(defineUpdate(LOOK), () => {
    isTold = true;
  });
  for (;;) {
    isTold = false;
    const { state, waitMs } = await stepAttempt(input);
    setCurrentDetails(String(state));
    if (waitMs === null && !isTold) {
      if (state === 'unknown' || state === 'not_returned') needsAttention(true);
      await condition(allHandlersFinished);
      return state;
    }
    if (waitMs !== null && waitMs > 0) await condition(() => isTold, waitMs);
    if (workflowInfo().continueAsNewSuggested && !isTold) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof paymentAttempt>(input);
    }
  }
};
