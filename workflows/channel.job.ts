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
import type { ChannelActivities, ChannelJobStep } from '../activities/channel.job';
import type { ChannelJobInput, channelJob as contract } from '../src/channel/contract/job';
import type { EndedState, JobEnd } from '../src/channel/contract/state';
import { ATTEMPT_MS, SILENCE_MS, WORD_MS } from '../src/channel/job/deadlines';
import { promptQueue, type WorkflowOf } from '../src/kernel/declaration/job';

const SUCCEEDED: JobEnd = { state: 'succeeded', error: null };
const CANCELLED: JobEnd = { state: 'cancelled', error: null };

/** Far below what Temporal accepts. */
const SUMMARY_LENGTH_MAX = 100;

const retry = { initialInterval: '500 ms', backoffCoefficient: 2, maximumInterval: '30 s' } as const;

/**
 * The retries of a turn. It waits by being tried again, so the pause must not grow: a job behind a killed worker waits for its silence
 * alone.
 */
const turn = { ...retry, maximumInterval: '2 s' } as const;

/** The activities of a job, in the queue that is theirs. It beats while it moves: silence is a killed or hanging worker. */
function activitiesIn(taskQueue: string) {
  const { endChannelJob } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: WORD_MS,
    heartbeatTimeout: SILENCE_MS,
    retry,
    taskQueue,
  });
  const { workChannelJob } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: ATTEMPT_MS + 2 * WORD_MS,
    heartbeatTimeout: SILENCE_MS,
    retry: turn,
    taskQueue,
  });
  const { stepChannelJob } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: ATTEMPT_MS,
    heartbeatTimeout: SILENCE_MS,
    retry,
    taskQueue,
  });
  return { endChannelJob, workChannelJob, stepChannelJob };
}

type Acting = ReturnType<typeof activitiesIn>;

/** The number of attempts at an error that has no outside reason, in case it was a chance. */
const BEGINNINGS_MAX = 5;

/**
 * A marketplace job: it is done step by step until nothing is left, the owner cancels, or it fails for good.
 * The job's row in Postgres says what was asked, of which kind, and holds cursor and counters; this workflow only drives it, so its history
 * stays small, and starting it by hand can do no more than the row allows.
 */
export const channelJob: WorkflowOf<typeof contract> = async (given) => {
  const { storeId, jobId } = given;
  const input = { storeId, jobId };
  const { taskQueue } = workflowInfo();
  const acting = activitiesIn(given.isPrompt ? promptQueue(taskQueue) : taskQueue);
  try {
    const first = await begin(() => acting.workChannelJob(input));
    if (first.end !== undefined) return conclude(first.end ?? SUCCEEDED);
    return await end(acting, input, { state: await stepToTheEnd(acting, given, first), error: null });
  } catch (error) {
    if (isCancellation(error)) return CancellationScope.nonCancellable(() => end(acting, input, CANCELLED));
    const failure = failureOf(error);
    if (!failure) throw error;
    return end(acting, input, isCancelled() ? CANCELLED : { state: 'failed', error: failure });
  }
};

/** Temporal tries nothing again of a run that is to stop: that something failed then, as of a killed worker, is no word about the job. */
const isCancelled = (): boolean => CancellationScope.current().consideredCancelled;

async function begin<T>(tried: () => Promise<T>): Promise<T> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await tried();
    } catch (error) {
      const isOver = isCancellation(error) || beginning === BEGINNINGS_MAX || failureOf(error)?.code !== 'internal';
      if (isOver) throw error;
    }
    await sleep(500 * 2 ** beginning, { summary: 'another try to begin' });
  }
}

/**
 * A step may see in the job's row that the owner cancels before the cancellation itself arrives here.
 * @param first the step that was done with its beginning
 */
async function stepToTheEnd(
  acting: Acting,
  input: ChannelJobInput,
  first: ChannelJobStep,
): Promise<'succeeded' | 'cancelled'> {
  const { storeId, jobId } = input;
  for (let step = first; ; step = await acting.stepChannelJob({ storeId, jobId })) {
    setCurrentDetails(`${step.done} of ${step.total ?? '?'} done, ${step.failed} failed`);
    if (step.finished) return step.cancelled ? 'cancelled' : 'succeeded';
    if (step.waitMs > 0)
      await sleep(step.waitMs, {
        summary: `waiting: ${step.waitingFor ?? 'another try'}`.slice(0, SUMMARY_LENGTH_MAX),
      });
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof channelJob>(input);
  }
}

/**
 * Writes the end of a job even when somebody cancels meanwhile. The workflow ends as its row does, since another end may have come first.
 */
async function end({ endChannelJob }: Acting, input: ChannelJobInput, asked: JobEnd): Promise<EndedState> {
  const say = () => endChannelJob(input, asked.state, asked.error);
  const stands = await CancellationScope.nonCancellable(say);
  // Nothing stands of a job that is not there.
  return conclude(stands ?? asked);
}

function conclude({ state, error }: JobEnd): EndedState {
  setCurrentDetails(error ? `${state}: ${error.message}` : state);
  // The row has its end; this is for who looks at Temporal, and finds its failures there.
  if (error) throw ApplicationFailure.nonRetryable(error.message, error.code);
  return state;
}

/** The failure of a step for good, as the owner sees it; undefined for an error that is no such failure. */
function failureOf(error: unknown): NonNullable<JobEnd['error']> | undefined {
  if (!(error instanceof ActivityFailure)) return undefined;
  const { cause } = error;
  const code = cause instanceof ApplicationFailure ? (cause.type ?? 'internal') : 'internal';
  return { code, message: cause?.message ?? error.message };
}
