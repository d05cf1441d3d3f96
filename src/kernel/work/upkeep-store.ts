import type { Queryable } from '../database/database';

/** What runs by the clock and may get stuck on what it finds. */
export type Upkeep = 'media';

/** Says that a task did not get through; the health tells it for as long as that goes on. */
export async function noteUpkeepFailure(systemWriter: Queryable, task: Upkeep): Promise<void> {
  await systemWriter.query('SELECT note_upkeep_failure($1)', [task]);
}
