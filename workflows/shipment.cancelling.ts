import {
  continueAsNew,
  patched,
  proxyActivities,
  setCurrentDetails,
  sleep,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { CargoActivities } from '../activities/cargo';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { searchAttributes } from '../src/kernel/work/search-attributes';
import type { shipmentCancelling as contract } from '../src/order/booking/contract';

/** A step asks the provider a few times at most. It beats while it waits: silence is a killed worker. */
const { stepCancelling } = proxyActivities<CargoActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Takes back at a provider of cargo what was booked there; the row says what is to be done. */
export const shipmentCancelling: WorkflowOf<typeof contract> = async (input) => {
  for (;;) {
    const { state, waitMs } = await stepCancelling(input);
    setCurrentDetails(String(state));
    if (waitMs === null) {
      // What nobody knows stays in the operator's sight.
      if (state === 'unknown' && patched('attention'))
        upsertSearchAttributes([{ key: searchAttributes.NeedsAttention, value: true }]);
      return state;
    }
    await sleep(waitMs, { summary: 'waiting for the provider of cargo' });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof shipmentCancelling>(input);
  }
};
