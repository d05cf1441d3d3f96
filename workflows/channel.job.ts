import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import type { ChannelActivities } from '../activities/channel.catalog.pull';
import type { ChannelJobInput, channelJob as contract } from '../src/channel/channel.jobs';
import type { WorkflowOf } from '../src/kernel/job';

const retry = { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '30 s' } as const;

const { beginChannelJob, endChannelJob, noteChannelJobWait } = proxyActivities<ChannelActivities>({
  startToCloseTimeout: '15 s',
  retry,
});

/** The heartbeat is what finds a killed worker; without it a step would wait for its whole timeout. */
const { pullCatalogPages } = proxyActivities<ChannelActivities>({
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '6 s',
  retry,
});

/**
 * A marketplace job: pages are pulled step by step until none is left, the owner cancels, or the marketplace says no.
 * The job's row in Postgres holds cursor and counters; this workflow only drives it, so its history stays small.
 */
export const channelJob: WorkflowOf<typeof contract> = async (input) => {
  try {
    await beginChannelJob(input);
    return await end(input, await pullToTheEnd(input), null);
  } catch (error) {
    if (isCancellation(error)) return CancellationScope.nonCancellable(() => end(input, 'cancelled', null));
    const failure = refusalOf(error);
    if (!failure) throw error;
    return end(input, 'failed', failure);
  }
};

/** A step may see in the job's row that the owner cancels before the cancellation itself arrives here. */
async function pullToTheEnd(input: ChannelJobInput): Promise<'succeeded' | 'cancelled'> {
  for (;;) {
    const step = await pullCatalogPages(input);
    setCurrentDetails(`${step.done} of ${step.total ?? '?'} products, ${step.failed} failed`);
    if (step.finished) return step.cancelled ? 'cancelled' : 'succeeded';
    if (step.waitMs > 0) {
      await noteChannelJobWait(input, 'the rate limit of the marketplace');
      await sleep(step.waitMs, { summary: `waiting for the rate limit of ${input.extension}` });
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof channelJob>(input);
  }
}

async function end(
  input: ChannelJobInput,
  state: 'succeeded' | 'failed' | 'cancelled',
  error: { code: string; message: string } | null,
) {
  await endChannelJob(input, state, error);
  setCurrentDetails(error ? `${state}: ${error.message}` : state);
  return state;
}

/** The code and words of a failure that the owner must see; undefined for what is no such failure. */
function refusalOf(error: unknown): { code: string; message: string } | undefined {
  if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return undefined;
  const { nonRetryable, type, message } = error.cause;
  return nonRetryable && type ? { code: type, message } : undefined;
}
