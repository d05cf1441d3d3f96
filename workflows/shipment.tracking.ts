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
import type { CargoActivities } from '../activities/cargo';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { type shipmentTracking as contract, LOOK } from '../src/order/tracking/contract';

const { stepTracking } = proxyActivities<CargoActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', backoffCoefficient: 2, maximumInterval: '10 minutes' },
});

/** Looks where a parcel is until it has come, and at once whenever somebody wants to know. */
export const shipmentTracking: WorkflowOf<typeof contract> = async (input) => {
  let isWanted = false;
  setHandler(defineUpdate<{ isWanted: boolean }, [{ shipmentId: string }]>(LOOK), () => {
    isWanted = true;
    return { isWanted };
  });
  for (;;) {
    isWanted = false;
    const { state, waitMs } = await stepTracking(input);
    setCurrentDetails(String(state));
    if (waitMs === null && !isWanted) {
      await condition(allHandlersFinished);
      return state;
    }
    await condition(() => isWanted, waitMs ?? 0);
    if (workflowInfo().continueAsNewSuggested) {
      await condition(allHandlersFinished);
      await continueAsNew<typeof shipmentTracking>(input);
    }
  }
};
