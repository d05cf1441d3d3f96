import type { Abandonment } from './kernel/declaration/job';
import type { Work, WorkDependencies } from './kernel/work/work';
import { works } from './nouns';

const byKind = new Map(Object.values(works).map((work) => [work.kind, work]));

/**
 * Ends a row that no workflow drives to its end, where its owner looks for it; may be called again.
 * @throws for a workflow that stands for no row that is known here: it would be left open for ever
 */
export async function abandonWork(
  dependencies: WorkDependencies,
  { storeId, workflowId }: { readonly storeId: string; readonly workflowId: string },
  why: Abandonment,
): Promise<void> {
  const { work, row } = drivenBy(workflowId);
  await work.abandon(dependencies, storeId, row, why);
}

/** Says of a row where its owner looks for it that its workflow gets no further; may be called again. */
export async function noteStuckWork(
  dependencies: WorkDependencies,
  { storeId, workflowId }: { readonly storeId: string; readonly workflowId: string },
): Promise<void> {
  const { work, row } = drivenBy(workflowId);
  await work.noteStuck?.(dependencies, storeId, row);
}

function drivenBy(workflowId: string): { readonly work: Work; readonly row: string } {
  const [kind = '', row = ''] = workflowId.split('/');
  const work = byKind.get(kind);
  if (!work) throw new Error(`${workflowId} is of a kind that nothing here can end`);
  return { work, row };
}
