import {
  ActivityFailure,
  allHandlersFinished,
  condition,
  continueAsNew,
  defineUpdate,
  isCancellation,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import type { WorkspaceActivities } from '../activities/workspace.lifecycle';
import type { WorkflowOf } from '../src/kernel/declaration/job';
import { searchAttributes } from '../src/kernel/work/search-attributes';
import { type workspaceLifecycle as contract, updates, workspaceQueue } from '../src/workspace/life/contract';

type Warmed = Awaited<ReturnType<WorkspaceActivities['warmWorkspace']>>;
type BackedUp = Awaited<ReturnType<WorkspaceActivities['backUpWorkspace']>>;
type BackupAsk = Parameters<WorkspaceActivities['backUpWorkspace']>[1];
type LifeFault = NonNullable<Warmed>;
type Looked = Awaited<ReturnType<WorkspaceActivities['lookAtWorkspace']>>;

/**
 * Owns the life of a workspace: its files come, are backed up and go by one work at a time. The row says what is to be done, so a run
 * that begins anew goes on with what the last one has begun.
 */
export const workspaceLifecycle: WorkflowOf<typeof contract> = async (input) => {
  const taskQueue = workspaceQueue(workflowInfo().taskQueue);
  // They are tried a few times: a caller waits for them, and asks again.
  const { warmWorkspace, backUpWorkspace } = proxyActivities<WorkspaceActivities>({
    taskQueue,
    startToCloseTimeout: '15 minutes',
    heartbeatTimeout: '6 s',
    retry: { initialInterval: '500 ms', maximumInterval: '5 s', maximumAttempts: 5 },
  });
  const { lookAtWorkspace } = proxyActivities<WorkspaceActivities>({
    taskQueue,
    startToCloseTimeout: '15 minutes',
    heartbeatTimeout: '6 s',
    retry: { initialInterval: '1 s', maximumInterval: '10 s' },
  });
  let shown: string | undefined;
  /** Tells operators which workspace it is, and how it stands. */
  const tell = ({ name, state, reason }: Omit<Looked, 'rests' | 'nextMs'>): void => {
    if (state === undefined) return;
    setCurrentDetails([`${name}: ${state}`, ...(reason ? [reason] : [])].join('\n\n'));
    if (state === shown) return;
    shown = state;
    upsertSearchAttributes([{ key: searchAttributes.SandboxState, value: state }]);
  };
  let isWoken = false;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  /** A try that was given up leaves a passing state, at which the next look looks. */
  const answered = async <T>(work: () => Promise<T>): Promise<T | LifeFault> => {
    try {
      return await inTurn(work);
    } catch (error) {
      if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
      return { fault: 'sandbox_unavailable', message: String(error.cause?.message ?? error.message) };
    } finally {
      isWoken = true;
    }
  };
  const wake = (): { isWoken: boolean } => {
    isWoken = true;
    return { isWoken };
  };
  setHandler(defineUpdate<Warmed, []>(updates.ensureWarm), () => answered(() => warmWorkspace(input)));
  setHandler(defineUpdate<BackedUp, [BackupAsk]>(updates.backup), (ask) => answered(() => backUpWorkspace(input, ask)));
  setHandler(defineUpdate(updates.refresh), wake);
  setHandler(defineUpdate(updates.archive), wake);
  for (;;) {
    isWoken = false;
    const { rests, nextMs, ...seen } = await inTurn(() => lookAtWorkspace(input));
    tell(seen);
    if (isWoken) continue;
    if (allHandlersFinished()) {
      if (rests) return 'rests';
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof workspaceLifecycle>(input);
    }
    // While the sandbox rests, the workflow waits only for callers who ask for it now.
    if (rests) await condition(() => isWoken || allHandlersFinished());
    else await condition(() => isWoken, nextMs);
  }
};
