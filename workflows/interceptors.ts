import { ApplicationFailure, defaultPayloadConverter, type Headers } from '@temporalio/common';
import {
  ActivityFailure,
  ContinueAsNew,
  isCancellation,
  log,
  type WorkflowInterceptors,
  workflowInfo,
} from '@temporalio/workflow';
import { CORRELATION_HEADER } from '../src/kernel/work/correlation-header';

/**
 * Hands on to activities, and to the next run, what the workflow belongs to, and logs how it begins and ends. Temporal compares no
 * headers when it replays, so histories of earlier releases fit.
 */
export function interceptors(): WorkflowInterceptors {
  let carried: Headers = {};
  const take = ({ [CORRELATION_HEADER]: told }: Headers): void => {
    if (told) carried = { [CORRELATION_HEADER]: told };
  };
  const handOn = <Input extends { readonly headers: Headers }>(input: Input): Input => ({
    ...input,
    headers: { ...input.headers, ...carried },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          take(input.headers);
          return logRun(() => next(input));
        },
        // The work that follows belongs to the caller of this update.
        handleUpdate(input, next) {
          take(input.headers);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(handOn(input)),
        scheduleLocalActivity: (input, next) => next(handOn(input)),
        continueAsNew: (input, next) => next(handOn(input)),
        getLogAttributes: (input, next) => next({ ...input, ...namesIn(carried) }),
      },
    ],
  };
}

function namesIn({ [CORRELATION_HEADER]: told }: Headers): Record<string, unknown> {
  if (!told) return {};
  const { requestId, traceparent } = defaultPayloadConverter.fromPayload<Record<string, unknown>>(told);
  return { requestId, traceId: String(traceparent).split('-')[1] };
}

async function logRun<T>(work: () => Promise<T>): Promise<T> {
  log.info('workflow started');
  try {
    const result = await work();
    ended('completed');
    return result;
  } catch (error) {
    if (error instanceof ContinueAsNew) ended('continued');
    else if (isCancellation(error)) ended('cancelled');
    else ended('failed', codeOf(error));
    throw error;
  }
}

const ended = (outcome: string, code?: string): void =>
  log.info('workflow ended', {
    outcome,
    ...(code ? { code } : {}),
    durationMs: Date.now() - Number(workflowInfo().runStartTime),
  });

function codeOf(error: unknown): string {
  const failure = error instanceof ActivityFailure ? error.cause : error;
  return (failure instanceof ApplicationFailure && failure.type) || 'internal';
}
