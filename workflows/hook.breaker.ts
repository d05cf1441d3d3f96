import {
  allHandlersFinished,
  condition,
  defineUpdate,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
} from '@temporalio/workflow';
import type { HookActivities } from '../activities/hook.breaker';
import { type hookBreaker as contract, REACTIVATED } from '../src/extension/hook/contract';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { searchAttributes } from '../src/kernel/work/search-attributes';

const { recordTrip } = proxyActivities<HookActivities>({
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
  const failed = await recordTrip(input);
  if (failed !== undefined) {
    setCurrentDetails(failed);
    needsAttention(true);
    await condition(() => isOver);
    needsAttention(false);
  }
  await condition(allHandlersFinished);
  return 'reactivated';
};

const needsAttention = (value: boolean): void =>
  upsertSearchAttributes([{ key: searchAttributes.NeedsAttention, value }]);
