import { ApplicationFailure, cancellationSignal, heartbeat } from '@temporalio/activity';
import { type PullDependencies, type PullProgress, pullPages } from '../src/channel/catalog.pull';
import type { ChannelJobEnd, ChannelJobInput } from '../src/channel/channel.jobs';
import { beginJob, endJob, setWaitingFor } from '../src/channel/job.store';
import { ProviderRefused, ProviderThrottled, ProviderUnavailable } from '../src/channel/provider.error';
import { Refusal } from '../src/kernel/errors';

/** One activity works for a few seconds: long enough that Temporal's events cost little, short enough to lose little. */
const STEP_MS = 8_000;
const PROVIDER_PAUSE_MS = 1_000;

export type PullStep = PullProgress & {
  /** How long the marketplace wants to be left alone, in ms; 0 when the next step may follow at once. */
  readonly waitMs: number;
};

/** Activities of the channel job. Each may be run again at any point: the job's row says what is done. */
export function createChannelActivities(dependencies: PullDependencies) {
  const { database } = dependencies;
  return {
    async beginChannelJob({ storeId, jobId }: ChannelJobInput): Promise<void> {
      await beginJob(database.reader(storeId), storeId, jobId);
    },

    async pullCatalogPages(input: ChannelJobInput): Promise<PullStep> {
      const until = Date.now() + STEP_MS;
      const alive = setInterval(() => heartbeat(), 1_000);
      let last: PullProgress = { done: 0, total: null, failed: 0, finished: false, cancelled: false };
      try {
        const progress = await pullPages(dependencies, input, {
          signal: cancellationSignal(),
          until: () => Date.now() > until,
          onPage: (written) => {
            last = written;
            heartbeat(written.done);
          },
        });
        return { ...progress, waitMs: 0 };
      } catch (error) {
        if (error instanceof ProviderThrottled) return { ...last, waitMs: error.waitMs };
        // The attempt got somewhere: what follows is a new step, not a retry that waits longer and longer.
        if (error instanceof ProviderUnavailable && last.done > 0) return { ...last, waitMs: PROVIDER_PAUSE_MS };
        throw failureOf(error);
      } finally {
        clearInterval(alive);
      }
    },

    async noteChannelJobWait({ storeId, jobId }: ChannelJobInput, reason: string): Promise<void> {
      await setWaitingFor(database.reader(storeId), storeId, jobId, reason);
    },

    async endChannelJob(
      { storeId, jobId }: ChannelJobInput,
      state: ChannelJobEnd,
      error: { code: string; message: string } | null,
    ): Promise<void> {
      await endJob(database.reader(storeId), storeId, jobId, state, error);
    },
  };
}

/** What the owner must mend ends the job; everything else is tried again by Temporal. */
function failureOf(error: unknown): unknown {
  if (error instanceof ProviderRefused) return ApplicationFailure.nonRetryable(error.message, 'provider_refused');
  if (error instanceof Refusal && error.status < 500) return ApplicationFailure.nonRetryable(error.detail, error.code);
  return error;
}

export type ChannelActivities = ReturnType<typeof createChannelActivities>;
