import type { CommandBus } from '../bus';
import type { Database } from '../database/database';
import type { Queryable } from '../database/queryable';
import type { Abandonment, Job } from '../declaration/job';
import type { EffectQueue } from './outbox';
import type { FoundRow, Page } from './work-store';

export interface WorkDependencies {
  readonly bus: CommandBus;
  readonly database: Database;
}

/** A row that a workflow has to bring to its end. */
export interface OpenRow {
  readonly workflowId: string;
  readonly storeId: string;
  /** The number of restarts within a day, and the time since the last one. */
  readonly restarts: number;
  readonly restedSeconds: number | null;
  /** Queues the start of its workflow once more. */
  restart(effects: EffectQueue): void;
}

/** One kind of row that a workflow drives: how those that are open are found, and how one ends that no workflow will end. */
export interface Work {
  readonly kind: string;
  readonly workflow: string;
  /**
   * True for a workflow that loses nothing when it begins anew at any point. Such a workflow is begun anew when it gets no further. The
   * more often a step was tried, the longer Temporal waits for a try that was lost with its worker, up to ten minutes.
   */
  readonly beginsAnew?: true;
  /** Open rows of all stores, in the order of their ids. @param after the last workflow of the page before */
  openRows(maintenance: Queryable, after: string, limit: number): Promise<readonly OpenRow[]>;
  /** Ends a row where its owner looks for it; may be called again. */
  abandon(dependencies: WorkDependencies, storeId: string, row: string, why: Abandonment): Promise<void>;
  /** Says of a row where its owner looks for it that its workflow gets no further, if that place knows such a thing; may be called again. */
  noteStuck?(dependencies: WorkDependencies, storeId: string, row: string): Promise<void>;
}

/** Works by the name of their workflow. @throws when two have the same: one of them would never be found */
export function byWorkflow(works: readonly Work[]): Readonly<Record<string, Work>> {
  const named = new Map<string, Work>();
  for (const work of works) {
    if (named.has(work.workflow)) throw new Error(`two works have the workflow ${work.workflow}`);
    named.set(work.workflow, work);
  }
  return Object.fromEntries(named);
}

/** The reason for which a row waits whose workflow gets no further, as the end of a sentence. */
export const STUCK_REASON =
  'whoever runs the system: the work fails again and again at the same step, and the log says of what';

/** The same as a sentence. */
export const STUCK = `W${STUCK_REASON.slice(1)}.`;

interface Drive<Facts> extends Pick<Work, 'abandon' | 'noteStuck' | 'beginsAnew'> {
  find(maintenance: Queryable, page: Page): Promise<FoundRow<Facts>[]>;
}

/** Declares what the workflow of a contract drives. A noun lists them in its `works`. */
export const work = <Input, Output, Facts extends Input>(
  contract: Job<Input, Output, Facts>,
  { find, ...moves }: Drive<Facts>,
): Work => ({
  kind: contract.kind,
  workflow: contract.name,
  ...moves,
  async openRows(maintenance, after, limit) {
    const prefix = contract.workflowId('');
    const rows = await find(maintenance, [prefix, after.slice(prefix.length), limit]);
    return rows.map(({ id, facts, ...row }) => ({
      ...row,
      workflowId: contract.workflowId(id),
      restart: (effects) => effects.restartWorkflow(contract, facts),
    }));
  },
});
