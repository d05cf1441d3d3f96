import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { type Correlation, correlated, correlationOf, namesOf } from '../correlation';
import type { Log } from '../log';
import { attempts } from '../metrics';
import { type Span, tellSpan } from '../spans';
import { correlationIn } from './correlated-client';

/** The outcome of an attempt of an activity. */
type AttemptOutcome = 'completed' | 'failed' | 'cancelled' | 'waiting';

interface Attempt {
  readonly activity: string;
  readonly outcome: AttemptOutcome;
  readonly durationMs: number;
}

/** Runs activities as a part of the request that their workflow belongs to, and tells how each attempt ended. */
export const correlatedActivities =
  (log: Log): ActivityInterceptorsFactory =>
  ({ info }) => {
    let of: Correlation | undefined;
    return {
      inbound: {
        execute(input, next) {
          // Work that nobody asked for, e.g. by the clock, has no request: its lines share the id of the run.
          const { workflowId, runId } = info.workflowExecution ?? {};
          of = correlationIn(input.headers) ?? correlationOf(runId, undefined);
          const facts = { workflowId, runId, attempt: info.attempt };
          return correlated(of, () =>
            traceAttempt(
              info.activityType,
              () => next(input),
              (attempt, err) => {
                const { activity, outcome, durationMs } = attempt;
                attempts.observe({ activity, outcome }, durationMs / 1_000);
                const line = { ...facts, ...attempt };
                tellSpan(of, () => spanOf(of as Correlation, attempt, facts));
                if (attempt.outcome === 'failed') log.warn({ err, ...line }, 'activity failed');
                else log.debug(line, 'activity ended');
              },
            ),
          );
        },
      },
      outbound: { getLogAttributes: (input, next) => next({ ...input, ...namesOf(of) }) },
    };
  };

const spanOf = (
  of: Correlation,
  { activity, outcome, durationMs }: Attempt,
  { workflowId, runId, attempt }: AttemptFacts,
): Span => ({
  name: activity,
  kind: 'consumer',
  of,
  durationMs,
  failed: outcome === 'failed',
  attributes: {
    'tezgah.outcome': outcome,
    'temporal.workflow_id': workflowId,
    'temporal.run_id': runId,
    'temporal.attempt': attempt,
  },
});

interface AttemptFacts {
  readonly workflowId: string | undefined;
  readonly runId: string | undefined;
  readonly attempt: number;
}

async function traceAttempt<T>(
  activity: string,
  work: () => Promise<T>,
  end: (attempt: Attempt, error?: unknown) => void,
): Promise<T> {
  const startedAt = performance.now();
  const attempt = (outcome: AttemptOutcome): Attempt => ({
    activity,
    outcome,
    durationMs: Math.round(performance.now() - startedAt),
  });
  try {
    const result = await work();
    end(attempt('completed'));
    return result;
  } catch (error) {
    end(attempt(outcomeOf(error)), error);
    throw error;
  }
}

/** An error that only has the activity tried again in its turn is no failure, and says so. */
function outcomeOf(error: unknown): AttemptOutcome {
  const { name, category } = (error ?? {}) as { readonly name?: string; readonly category?: string };
  if (category === 'BENIGN') return 'waiting';
  return name === 'CancelledFailure' || name === 'AbortError' ? 'cancelled' : 'failed';
}
