import type { Queryable } from '../database/queryable';

/** Tasks that run by the clock and may get stuck; `workflows`: on a workflow that gets no further. */
export type Upkeep = 'media' | 'transfers' | 'workflows';

/** Says that a task did not get through; the health tells it for as long as that goes on. */
export async function noteUpkeepFailure(systemWriter: Queryable, task: Upkeep): Promise<void> {
  await systemWriter.query('SELECT note_upkeep_failure($1)', [task]);
}
