import { ApplicationFailure, activityInfo, cancellationSignal, heartbeat, log } from '@temporalio/activity';
import type { ChannelJobInput } from '../src/channel/contract/job';
import type { EndedState, JobEnd } from '../src/channel/contract/state';
import { HEARTBEAT_MS, STEP_MS, STILL_MS } from '../src/channel/job/deadlines';
import { stepJob } from '../src/channel/job/step';
import type { JobDependencies, JobProgress, JobSteps } from '../src/channel/job/steps';
import { beginJob, noteStall, type StallReason } from '../src/channel/job/store';
import { turnBehind } from '../src/channel/kinds/view';
import { endJob } from '../src/channel/worker/ending';
import { jobSteps } from '../src/channel/worker/kinds';
import { Refusal } from '../src/kernel/errors';
import { type Passing, passingOf } from '../src/provider/conversation/waiting';
import { isRefused, ProviderAnswerInvalid, ProviderAnswerTooLarge } from '../src/provider/error';
import { beating } from './beating';

const PAUSE_MS = 1_000;
/** A marketplace or database that is away is waited for this long; then the job has failed. */
const PATIENCE_MS = 3_600_000;
/** The pause, in ms, after which a queued job asks again whether it is its turn. */
const TURN_MS = 2_000;
/** The number of attempts at an error that has no outside reason, in case it was a chance. */
const ATTEMPTS_MAX = 5;

const NOTHING: JobProgress = { done: 0, total: null, failed: 0, finished: false, cancelled: false };

export type ChannelJobStep = JobProgress & {
  /** The wait before the next step, in ms; 0 when it may follow at once. */
  readonly waitMs: number;
  /** The reason for the wait, when there is one. */
  readonly waitingFor?: string;
};

/**
 * The activities of the channel job. Each may be run again at any point: the job's row says which work is done, and which request was made.
 */
export function createChannelActivities(
  dependencies: JobDependencies,
  steps: Readonly<Record<string, JobSteps>> = jobSteps,
) {
  const { bus, database } = dependencies;
  return {
    /**
     * Begins a job, takes its first step, and says its end when nothing is left: most jobs take one activity. It is tried again until it is
     * the job's turn: between two tries it waits at Temporal, and holds no slot of a worker. To wait is no attempt: a beginning that fails
     * for no outside reason ends it at once, and the workflow counts those. A step that fails so is left to the steps, which count theirs.
     * @returns with the `end` that stands when nothing is left; null: the job is not there. Without it, the job is finished: the end
     * could not be said, and the workflow says it, whoever cancels meanwhile.
     */
    workChannelJob: async (input: ChannelJobInput): Promise<ChannelJobStep & { readonly end?: JobEnd | null }> => {
      const { storeId, jobId } = input;
      const behind = await beating(() => begun(storeId, jobId));
      if (behind !== undefined) throw notItsTurn(behind);
      const step = await stepOf(input, false).catch((error: unknown) => {
        if (cancellationSignal().aborted || error instanceof ApplicationFailure) throw error;
        return { ...NOTHING, waitMs: PAUSE_MS, waitingFor: 'another try' };
      });
      if (!step.finished) return step;
      const state = step.cancelled ? 'cancelled' : 'succeeded';
      try {
        return { ...step, end: (await beating(() => endJob(bus, { storeId, jobId }, { state, error: null }))) ?? null };
      } catch (error) {
        log.warn('the end of a marketplace job could not be said at once', { jobId, error });
        return step;
      }
    },

    stepChannelJob,

    /**
     * The last word of a job: given up, it would leave the job open for ever, so it is tried until it is said.
     * @returns the end that stands, whoever was first; undefined of a job that is not there
     */
    endChannelJob: (
      { storeId, jobId }: ChannelJobInput,
      state: EndedState,
      error: JobEnd['error'],
    ): Promise<JobEnd | undefined> => beating(() => endJob(bus, { storeId, jobId }, { state, error })),
  };

  async function begun(storeId: string, jobId: string): Promise<string | undefined> {
    try {
      return await beginJob(database.writer(storeId), storeId, jobId);
    } catch (error) {
      throw passingOf(error) ? error : giveUp(error);
    }
  }

  function stepChannelJob(input: ChannelJobInput): Promise<ChannelJobStep> {
    return stepOf(input, lastAttempt());
  }

  async function stepOf({ storeId, jobId }: ChannelJobInput, isLastAttempt: boolean): Promise<ChannelJobStep> {
    const until = performance.now() + STEP_MS;
    const signal = cancellationSignal();
    let movedAt = performance.now();
    let first: JobProgress | undefined;
    let last: JobProgress = NOTHING;
    const options = {
      signal,
      until: () => performance.now() > until,
      onAnswer: () => {
        movedAt = performance.now();
      },
      onProgress: (progress: JobProgress) => {
        movedAt = performance.now();
        first ??= progress;
        last = progress;
      },
      onItemFailure: (error: unknown) => log.warn('an item of a marketplace job failed', { jobId, error }),
    };
    const beating = setInterval(() => {
      if (performance.now() - movedAt < STILL_MS) heartbeat(last.done);
    }, HEARTBEAT_MS);
    try {
      const { flaw, ...progress } = await stepJob(dependencies, steps, { storeId, jobId }, options);
      if (flaw) throw ApplicationFailure.nonRetryable(flaw.message, flaw.code);
      return { ...progress, waitMs: 0 };
    } catch (error) {
      if (signal.aborted || error instanceof ApplicationFailure) throw error;
      const passing = passingOf(error);
      if (passing) return { ...last, ...(await pause({ storeId, jobId }, passing)) };
      const failure = failureOf(error);
      if (failure) throw failure;
      // The attempt got somewhere: what follows is a new step, whose attempts are counted anew.
      if (first && last.done > first.done) return { ...last, waitMs: PAUSE_MS, waitingFor: 'another try' };
      throw isLastAttempt ? giveUp(error) : error;
    } finally {
      clearInterval(beating);
    }
  }

  /** @throws {ApplicationFailure} when the job has waited long enough */
  async function pause(
    { storeId, jobId }: ChannelJobInput,
    passing: Passing,
  ): Promise<Required<Pick<ChannelJobStep, 'waitMs' | 'waitingFor'>>> {
    const { code } = passing;
    const { reason, detail } = stallOf(passing);
    const asked = passing.waitMs === undefined ? null : Math.ceil(passing.waitMs);
    const stall = await noteStall(database.writer(storeId), storeId, jobId, { reason, detail }, asked);
    if (stall && stall.waitedMs > PATIENCE_MS)
      throw ApplicationFailure.nonRetryable(`Waited for an hour: ${detail}`, code);
    return { waitMs: stall?.waitMs ?? PAUSE_MS, waitingFor: detail };
  }
}

/** The provider of a channel is a marketplace. */
function stallOf({ reason, detail }: Passing): StallReason {
  if (reason === 'rate_limit') return { reason, detail: 'the rate limit of the marketplace' };
  return { reason: reason === 'provider' ? 'marketplace' : reason, detail };
}

/** Tells the failure of an error that no further attempt changes: it ends the job. */
function failureOf(error: unknown): ApplicationFailure | undefined {
  if (isRefused(error)) return ApplicationFailure.nonRetryable(error.message, 'provider_refused');
  if (error instanceof ProviderAnswerTooLarge)
    return ApplicationFailure.nonRetryable(error.message, 'provider_answer_invalid');
  return error instanceof Refusal ? ApplicationFailure.nonRetryable(error.detail, error.code) : undefined;
}

const lastAttempt = (): boolean => activityInfo().attempt >= ATTEMPTS_MAX;

function giveUp(error: unknown): ApplicationFailure {
  if (error instanceof ProviderAnswerInvalid)
    return ApplicationFailure.nonRetryable(error.message, 'provider_answer_invalid');
  log.error('a marketplace job failed', { error });
  return ApplicationFailure.nonRetryable('The job failed on our side; the log says of what.', 'internal');
}

const notItsTurn = (behind: string): ApplicationFailure =>
  ApplicationFailure.create({
    message: `waits for ${turnBehind(behind)}`,
    type: 'not_its_turn',
    nextRetryDelay: TURN_MS,
    category: 'BENIGN',
  });

export type ChannelActivities = ReturnType<typeof createChannelActivities>;
