import {
  Client,
  Connection,
  defaultGrpcRetryOptions,
  isGrpcServiceError,
  makeGrpcRetryInterceptor,
  WithStartWorkflowOperation,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
  WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { type SearchAttributePair, ValueError, type Workflow } from '@temporalio/common';
import type { Correlation } from '../correlation';
import type { Job, JobLabels } from '../declaration/job';
import { correlatedClient } from './correlated-client';
import type { Deliver } from './outbox';
import type { OutboxMessage, OutboxRow, StartMessage, UpdateMessage } from './outbox-store';
import { searchAttributes } from './search-attributes';

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

const grpcStatus = { invalidArgument: 3, deadlineExceeded: 4, resourceExhausted: 8, unavailable: 14 };

/** A call that is too large for the server has the status of a limit that is used up, which the client would try again in vain. */
const isTooLarge = ({ code, details }: { readonly code: number; readonly details: string }): boolean =>
  code === grpcStatus.resourceExhausted && /larger than max/.test(details);

const retry = defaultGrpcRetryOptions();
const retryUnlessTooLarge = makeGrpcRetryInterceptor({
  ...retry,
  retryableDecider: (attempt, status) => !isTooLarge(status) && retry.retryableDecider(attempt, status),
});

/** Connects at the first call, so that the API answers while Temporal is still on its way up. */
export function temporalClient({ address, namespace }: TemporalOptions): Client {
  const connection = Connection.lazy({ address, connectTimeout: '5 s', interceptors: [retryUnlessTooLarge] });
  return new Client({ connection, namespace, interceptors: { workflow: [correlatedClient] } });
}

function attributes(labels: JobLabels): SearchAttributePair[] {
  return (Object.keys(labels) as (keyof JobLabels)[]).flatMap((name) => {
    const value = labels[name];
    return value === undefined ? [] : [{ key: searchAttributes[name], value }];
  });
}

const requestNamed = (origin: Correlation | undefined): SearchAttributePair[] =>
  origin ? [{ key: searchAttributes.RequestId, value: origin.requestId }] : [];

/**
 * Delivers outbox rows to Temporal. Each delivery may be repeated: a workflow that runs counts as started, and one that has ended
 * may run again, since workflows do what their rows ask for and find nothing to do in one that is done.
 */
export function deliverTo(client: Client, taskQueue: string): Deliver {
  return async ({ id, workflowId, message }, calledOff) => {
    if (message.operation === 'workflow.update') return update(client, { id, workflowId }, message, calledOff);
    if (message.operation === 'workflow.cancel') return cancel(client, workflowId);
    return start(client, taskQueue, workflowId, message);
  };
}

const CALL_DEADLINE_MS = 10_000;

let underWay = 0;

/**
 * Temporal's client tells a call its deadline by an async context, and leaves it on: from then on every promise of the process would be
 * followed, as of docs/decisions/0047.
 */
async function withDeadline<T>(client: Client, ms: number, call: () => Promise<T>): Promise<T> {
  underWay += 1;
  try {
    return await client.withDeadline(Date.now() + ms, call);
  } finally {
    underWay -= 1;
    const { connection } = client;
    if (underWay === 0 && connection instanceof Connection) connection.callContextStorage.disable();
  }
}

/**
 * The time for which Temporal waits for a step of a workflow before another worker gets it. A step is milliseconds of work, and the default
 * of 10 s was most of the delay that a killed worker caused. A step that works itself keeps the default. It asks for more time once four
 * fifths are over. On a busy machine it does not get to that within the last second of 5.
 */
const WORKFLOW_TASK_TIMEOUT = '5 s';

async function start(
  client: Client,
  taskQueue: string,
  workflowId: string,
  message: StartMessage & Pick<OutboxMessage, 'origin'>,
): Promise<void> {
  await withDeadline(client, CALL_DEADLINE_MS, () =>
    client.workflow.start(message.workflow, {
      workflowId,
      taskQueue,
      args: [message.input],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: [...attributes(message.labels), ...requestNamed(message.origin)],
      staticSummary: message.summary,
      ...(message.worksInSteps ? {} : { workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT }),
    }),
  );
}

const UPDATE_DEADLINE_MS = 5_000;

/** The row's id is the Update's id: within a run Temporal answers a repeated one from its history. */
async function update(
  client: Client,
  { id: updateId, workflowId }: Pick<OutboxRow, 'id' | 'workflowId'>,
  message: UpdateMessage,
  calledOff: AbortSignal,
): Promise<void> {
  try {
    // It is answered by a worker, and there may be none.
    await withDeadline(client, UPDATE_DEADLINE_MS, () =>
      client.withAbortSignal(calledOff, () =>
        client.workflow.getHandle(workflowId).executeUpdate(message.update, { updateId, args: [message.input] }),
      ),
    );
  } catch (error) {
    // The decision stands in Postgres. A workflow that has ended, or that refuses an outdated word, needs no more. A row that needs a
    // running workflow has had it started before.
    if (!(error instanceof WorkflowNotFoundError) && !(error instanceof WorkflowUpdateFailedError)) throw error;
  }
}

async function cancel(client: Client, workflowId: string): Promise<void> {
  try {
    await withDeadline(client, CALL_DEADLINE_MS, () => client.workflow.getHandle(workflowId).cancel());
  } catch (error) {
    // It ended by itself, or its retention is over: nothing is left to cancel.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** The state of the last run of a workflow. */
export interface RunState {
  /** The end of the run, or that there is none; undefined: it still runs. */
  readonly end: string | undefined;
  /** The id of the last run; undefined: there is none. */
  readonly runId?: string;
  /** The number of tries of its next step, e.g. with code that no longer fits its history. */
  readonly tries: number;
}

export async function stateOf(client: Client, workflowId: string): Promise<RunState> {
  try {
    const { status, raw, runId } = await withDeadline(client, CALL_DEADLINE_MS, () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    const end = status.name === 'RUNNING' ? undefined : status.name.toLowerCase();
    return { end, runId, tries: raw.pendingWorkflowTask?.attempt ?? 0 };
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return { end: 'lost', tries: 0 };
    throw error;
  }
}

/** Ends a run that gets no further, unless it has ended. What it has asked activities for goes on until they beat. */
export async function terminate(
  client: Client,
  workflowId: string,
  { runId }: RunState,
  reason: string,
): Promise<void> {
  try {
    await withDeadline(client, CALL_DEADLINE_MS, () => client.workflow.getHandle(workflowId, runId).terminate(reason));
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

/** @returns how a workflow's last run ended, or that there is none; undefined while it runs */
export const endOf = async (client: Client, workflowId: string): Promise<string | undefined> =>
  (await stateOf(client, workflowId)).end;

/**
 * Tells whether Temporal or its client refuses an effect for good. All else may be better later: an outage, a limit, or a namespace that is
 * not there yet. An attribute may also be registered by the next worker to start.
 */
export function isRefusedForGood(error: unknown): boolean {
  const said = isGrpcServiceError(error) ? error : (error as { cause?: unknown }).cause;
  if (!isGrpcServiceError(said)) return error instanceof ValueError || error instanceof TypeError;
  const { code, details } = said;
  if (isTooLarge(said)) return true;
  return code === grpcStatus.invalidArgument && !/no mapping defined for search attribute/.test(details);
}

/** The answer of an Update; one that is late may be done later, or not at all. */
export type UpdateAnswer<T> = { readonly value: T } | { readonly late: true };

export interface UpdateAsk {
  readonly update: string;
  readonly updateId: string;
  readonly args: readonly unknown[];
  readonly withinMs: number;
}

/** Runs end between the look at them and the question; each such try begins another one. */
const ENDED_TRIES = 3;

/** Asks a workflow for something and waits for the answer; one that does not run is started for it. */
export async function updateWithStart<T, Input = unknown, Output = unknown, Facts extends Input = Input>(
  client: Client,
  taskQueue: string,
  job: Job<Input, Output, Facts>,
  facts: Facts,
  { update, updateId, args, withinMs }: UpdateAsk,
): Promise<UpdateAnswer<T>> {
  const until = performance.now() + withinMs;
  for (let tries = 1; ; tries += 1) {
    const startWorkflowOperation = new WithStartWorkflowOperation(job.name, {
      workflowId: job.workflowId(job.row(job.input(facts))),
      taskQueue,
      args: [job.input(facts)],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      workflowIdConflictPolicy: 'USE_EXISTING',
      typedSearchAttributes: attributes(job.labels(facts)),
      staticSummary: job.summary(facts),
      workflowTaskTimeout: WORKFLOW_TASK_TIMEOUT,
    });
    // The Update tells of a failed start as well.
    startWorkflowOperation.workflowHandle().catch(() => {});
    try {
      const leftMs = until - performance.now();
      const value = await withDeadline(client, leftMs, () =>
        client.workflow.executeUpdateWithStart<Workflow, T, unknown[]>(update, {
          updateId,
          args: [...args],
          startWorkflowOperation,
        }),
      );
      return { value };
    } catch (error) {
      const hasEnded = error instanceof WorkflowNotFoundError || error instanceof WorkflowUpdateFailedError;
      if (hasEnded && tries < ENDED_TRIES && performance.now() < until) continue;
      if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError || isAway(error)) return { late: true };
      throw error;
    }
  }
}

const isAway = (error: unknown): boolean => {
  const said = isGrpcServiceError(error) ? error : (error as { cause?: unknown }).cause;
  return (
    isGrpcServiceError(said) && (said.code === grpcStatus.unavailable || said.code === grpcStatus.deadlineExceeded)
  );
};
