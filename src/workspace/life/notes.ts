import type { Queryable } from '../../kernel/database/queryable';
import type { BackupAsk, OfWorkspace } from '../../kernel/declaration/workspace-life';
import { newId } from '../../kernel/ids';
import { workspaceWork } from '../../kernel/metrics';
import { type ActivityKind, noteBegin, noteEnd } from '../activity/store';
import { workspaceLifecycle } from './contract';

/** More than any archive takes. */
const WITHIN_MS = 15 * 60_000;

/** The product itself, in the name of the workflow of a workspace. */
export const byItself = ({ workspaceId }: OfWorkspace): BackupAsk => ({
  byKind: 'system',
  byId: workspaceLifecycle.workflowId(workspaceId),
  activityId: newId('wac'),
});

/**
 * Tells in the feed that something begins. What the product does by itself may be tried several times before it ends, so it is told of
 * when it has. @returns a call that tells how it ended
 */
export async function noting(
  books: Queryable,
  { storeId, workspaceId }: OfWorkspace,
  kind: ActivityKind,
  subject: string,
  { byKind, byId, activityId }: BackupAsk,
): Promise<(outcome: string, bytes?: number) => Promise<void>> {
  const since = performance.now();
  const begin = () =>
    noteBegin(books, { id: activityId, storeId, workspaceId, kind, byKind, byId, subject, withinMs: WITHIN_MS });
  if (byKind !== 'system') await begin();
  return async (outcome, bytes = 0) => {
    const durationMs = Math.round(performance.now() - since);
    workspaceWork.observe({ kind, outcome }, durationMs / 1_000);
    if (byKind === 'system') await begin();
    await noteEnd(books, storeId, activityId, { outcome, exitCode: null, durationMs, bytes });
  };
}

/** Notes an event in the feed of the workspace. */
export async function noteEvent(
  books: Queryable,
  of: OfWorkspace,
  kind: ActivityKind,
  subject: string,
  outcome = 'done',
): Promise<void> {
  await (await noting(books, of, kind, subject, byItself(of)))(outcome);
}

/** A span of time as ISO 8601 writes it. */
export const spanOf = (from: string, to: string): string => `${from}/${to}`;
