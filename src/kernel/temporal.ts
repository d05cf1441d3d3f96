import {
  Client,
  Connection,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
  WorkflowUpdateFailedError,
} from '@temporalio/client';
import type { SearchAttributePair } from '@temporalio/common';
import type { JobLabels } from './job';
import type { Deliver, StartMessage, UpdateMessage } from './outbox';
import { searchAttributes } from './search-attributes';

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

/** Connects at the first call, so that the API answers while Temporal is still on its way up. */
export function temporalClient({ address, namespace }: TemporalOptions): Client {
  return new Client({ connection: Connection.lazy({ address, connectTimeout: '5 s' }), namespace });
}

function attributes(labels: JobLabels): SearchAttributePair[] {
  return (Object.keys(labels) as (keyof JobLabels)[]).flatMap((name) => {
    const value = labels[name];
    return value === undefined ? [] : [{ key: searchAttributes[name], value }];
  });
}

/** Delivers outbox rows to Temporal. Each delivery may be repeated: a workflow that was started before counts as started. */
export function deliverTo(client: Client, taskQueue: string): Deliver {
  return async ({ id, workflowId, message }) => {
    if (message.operation === 'workflow.update') return update(client, workflowId, id, message);
    if (message.operation === 'workflow.cancel') return cancel(client, workflowId);
    return start(client, taskQueue, workflowId, message);
  };
}

const CALL_DEADLINE_MS = 10_000;

async function start(client: Client, taskQueue: string, workflowId: string, message: StartMessage): Promise<void> {
  const deadline = Date.now() + CALL_DEADLINE_MS;
  try {
    await client.withDeadline(deadline, () =>
      client.workflow.start(message.workflow, {
        workflowId,
        taskQueue,
        args: [message.input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
        workflowIdConflictPolicy: 'USE_EXISTING',
        typedSearchAttributes: attributes(message.labels),
        staticSummary: message.summary,
      }),
    );
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

const UPDATE_DEADLINE_MS = 5_000;

/** The row's id is the Update's id: within a run Temporal answers a repeated one from its history. */
async function update(client: Client, workflowId: string, updateId: string, message: UpdateMessage): Promise<void> {
  try {
    await client.withDeadline(Date.now() + UPDATE_DEADLINE_MS, () =>
      client.workflow.getHandle(workflowId).executeUpdate(message.update, { updateId, args: [message.input] }),
    );
  } catch (error) {
    // What was decided stands in Postgres: a workflow that has ended, or that refuses an outdated word, needs no more.
    if (!(error instanceof WorkflowNotFoundError) && !(error instanceof WorkflowUpdateFailedError)) throw error;
  }
}

async function cancel(client: Client, workflowId: string): Promise<void> {
  try {
    await client.withDeadline(Date.now() + CALL_DEADLINE_MS, () => client.workflow.getHandle(workflowId).cancel());
  } catch (error) {
    // It ended by itself, or its retention is over: nothing is left to cancel.
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}
