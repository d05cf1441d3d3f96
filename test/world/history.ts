import { temporal } from '@temporalio/proto';
import type { World } from './world';

/** How often an attempt of the workflow's activities ended because its worker was no longer heard, once it has ended. */
export async function silencesOf({ platform }: World, workflowId: string): Promise<number> {
  const handle = platform.temporal.workflow.getHandle(workflowId);
  await handle.result();
  const { events } = await handle.fetchHistory();
  const { TIMEOUT_TYPE_HEARTBEAT } = temporal.api.enums.v1.TimeoutType;
  const isSilence = (failure: temporal.api.failure.v1.IFailure | null | undefined): boolean =>
    failure?.timeoutFailureInfo?.timeoutType === TIMEOUT_TYPE_HEARTBEAT;
  return (events ?? []).filter(
    ({ activityTaskStartedEventAttributes: again, activityTaskTimedOutEventAttributes: last }) =>
      isSilence(again?.lastFailure) || isSilence(last?.failure),
  ).length;
}
