import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  patched,
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
  const { noteChannelJobWait, endChannelJob } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: WORD_MS,
    heartbeatTimeout: SILENCE_MS,
    retry,
    taskQueue,
  });
  const { beginChannelJob } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: WORD_MS,
    heartbeatTimeout: SILENCE_MS,
    retry: turn,
    taskQueue,
  });
  const { workChannelJob } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: ATTEMPT_MS + 2 * WORD_MS,
    heartbeatTimeout: SILENCE_MS,
    retry: turn,
    taskQueue,
  });
  const { stepChannelJob, pullCatalogPages } = proxyActivities<ChannelActivities>({
    startToCloseTimeout: ATTEMPT_MS,
    heartbeatTimeout: SILENCE_MS,
    retry,
    taskQueue,
  });
  return { noteChannelJobWait, endChannelJob, beginChannelJob, workChannelJob, stepChannelJob, pullCatalogPages };
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
  // A run that began under the name of the first kind keeps to it.
  const takeStep = patched('one step for all kinds') ? acting.stepChannelJob : acting.pullCatalogPages;
  try {
    let first: ChannelJobStep | undefined;
    if (patched('one activity to the end')) {
      const worked = await begin(() => acting.workChannelJob(input));
      if (worked.end !== undefined) return conclude(worked.end ?? SUCCEEDED);
      first = worked;
    } else await begin(() => acting.beginChannelJob(input));
    return await end(acting, input, { state: await stepToTheEnd(acting, given, takeStep, first), error: null });
  } catch (error) {
    if (isCancellation(error)) return CancellationScope.nonCancellable(() => end(acting, input, CANCELLED));
    const failure = failureOf(error);
    if (!failure) throw error;
    return end(acting, input, isCancelled() ? CANCELLED : { state: 'failed', error: failure });
  }
};

/** Temporal tries nothing again of a run that is to stop: that something failed then, as of a killed worker, is no word about the job. */
const isCancelled = (): boolean => CancellationScope.current().consideredCancelled && patched('an end is final');

async function begin<T>(tried: () => Promise<T>): Promise<T> {
  for (let beginning = 1; ; beginning += 1) {
    try {
      return await tried();
    } catch (error) {
      const isOver = isCancellation(error) || beginning === BEGINNINGS_MAX || failureOf(error)?.code !== 'internal';
      if (isOver || !patched('waiting is no attempt')) throw error;
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
  takeStep: ChannelActivities['stepChannelJob'],
  first: ChannelJobStep | undefined,
): Promise<'succeeded' | 'cancelled'> {
  const { storeId, jobId } = input;
  for (let done = first; ; done = undefined) {
    const step = done ?? (await takeStep({ storeId, jobId }));
    setCurrentDetails(`${step.done} of ${step.total ?? '?'} done, ${step.failed} failed`);
    if (step.finished) return step.cancelled ? 'cancelled' : 'succeeded';
    if (step.waitMs > 0) {
      const { waitingFor = 'the rate limit of the marketplace' } = step;
      if (step.waitingFor === undefined) await acting.noteChannelJobWait({ storeId, jobId }, waitingFor);
      await sleep(step.waitMs, { summary: `waiting: ${waitingFor}`.slice(0, SUMMARY_LENGTH_MAX) });
    }
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof channelJob>(input);
  }
}

/**
 * Writes the end of a job even when somebody cancels meanwhile. The workflow ends as its row does, since another end may have come first.
 */
async function end({ endChannelJob }: Acting, input: ChannelJobInput, asked: JobEnd): Promise<EndedState> {
  const say = () => endChannelJob(input, asked.state, asked.error);
  const stands = await (patched('an end is final') ? CancellationScope.nonCancellable(say) : say());
  // Nothing stands of a job that is not there, and steps of earlier builds did not tell.
  return conclude(stands ?? asked);
}

function conclude({ state, error }: JobEnd): EndedState {
  setCurrentDetails(error ? `${state}: ${error.message}` : state);
  // The row has its end; this is for who looks at Temporal, and finds its failures there.
  if (error && patched('failed is failed')) throw ApplicationFailure.nonRetryable(error.message, error.code);
  return state;
}

/** The failure of a step for good, as the owner sees it; undefined for an error that is no such failure. */
function failureOf(error: unknown): NonNullable<JobEnd['error']> | undefined {
  if (!(error instanceof ActivityFailure)) return undefined;
  const { cause } = error;
  const code = cause instanceof ApplicationFailure ? (cause.type ?? 'internal') : 'internal';
  return { code, message: cause?.message ?? error.message };
}
