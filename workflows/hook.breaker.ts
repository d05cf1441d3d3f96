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
import type { HookActivities } from '../activities/hook.breaker';
import { type hookBreaker as contract, LOOK_MS, REACTIVATED } from '../src/extension/hook/contract';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { needsAttention } from './attention';

const { recordTrip, isTripOver } = proxyActivities<HookActivities>({
  startToCloseTimeout: '1 minute',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '1 s', maximumInterval: '5 minutes' },
});

/** Records that a hook was deactivated for its failures, and stays in the operator's sight until it is active again. */
export const hookBreaker: WorkflowOf<typeof contract> = async (input) => {
  let isOver = false;
  setHandler(defineUpdate<{ isOver: boolean }, [{ tripId: string }]>(REACTIVATED), () => {
    isOver = true;
    return { isOver };
  });
  /** A message may be lost with whoever was to bring it: the row says the same. */
  const reactivated = async (): Promise<void> => {
    while (!(await condition(() => isOver, input.lookMs ?? LOOK_MS))) {
      if (await isTripOver(input)) return;
      if (workflowInfo().continueAsNewSuggested) {
        await condition(allHandlersFinished);
        await continueAsNew<typeof hookBreaker>(input);
      }
    }
  };
  const failed = await recordTrip(input);
  if (failed !== undefined) {
    setCurrentDetails(failed);
    needsAttention(true);
    await reactivated();
    needsAttention(false);
  }
  await condition(allHandlersFinished);
  return 'reactivated';
};
