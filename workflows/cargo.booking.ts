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
import type { cargoBooking as contract } from '../src/order/booking/contract';

/** A step asks the provider a few times at most. It beats while it waits: silence is a killed worker. */
const { stepBooking } = proxyActivities<CargoActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '1 minute', maximumAttempts: 20 },
});

/** Accepts an offer of a provider of cargo. The row says what is to be done and what was asked; this only drives it. */
export const cargoBooking: WorkflowOf<typeof contract> = async (input) => {
  for (;;) {
    const { state, waitMs } = await stepBooking(input);
    setCurrentDetails(String(state));
    if (waitMs === null) {
      // What nobody knows stays in the operator's sight.
      if (state === 'unknown' && patched('attention'))
        upsertSearchAttributes([{ key: searchAttributes.NeedsAttention, value: true }]);
      return state;
    }
    await sleep(waitMs, { summary: 'waiting for the provider of cargo' });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof cargoBooking>(input);
  }
};
