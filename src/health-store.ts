import type { Queryable } from './kernel/database/queryable';
import type { Upkeep } from './kernel/work/upkeep-store';

/** @returns whether the database answers */
export const answers = async (system: Queryable): Promise<boolean> => (await system.query('SELECT 1')).length === 1;

/** Effects that wait for their delivery. */
export interface Backlog {
  readonly waiting: number;
  /** How long the oldest has waited. */
  readonly oldestSeconds: number;
}

export async function backlogOf(system: Queryable): Promise<Backlog> {
  const [backlog] = await system.query<Backlog>(
    'SELECT waiting, oldest_seconds AS "oldestSeconds" FROM outbox_backlog()',
  );
  return backlog ?? { waiting: 0, oldestSeconds: 0 };
}

/** Effects that were given up. @param within a Postgres interval */
export async function failedEffects(system: Queryable, within: string): Promise<number | undefined> {
  const [row] = await system.query<{ failed: number }>('SELECT failed_effects($1) AS failed', [within]);
  return row?.failed;
}

/** Workflows that had to be started again more than once. @param within a Postgres interval */
export async function restartedAgain(system: Queryable, within: string): Promise<number | undefined> {
  const [row] = await system.query<{ again: number }>('SELECT restarted_again($1) AS again', [within]);
  return row?.again;
}

/** Whether a task of the clock did not get through. @param within a Postgres interval */
export async function upkeepFailed(system: Queryable, task: Upkeep, within: string): Promise<boolean> {
  const [row] = await system.query<{ failed: number }>('SELECT failed_upkeep($1, $2) AS failed', [task, within]);
  return row?.failed !== 0;
}

/** @param name of a migration @returns whether the database has it */
export async function hasMigration(system: Queryable, name: string | undefined): Promise<boolean> {
  return (await system.query('SELECT 1 FROM schema_migration WHERE name = $1', [name])).length > 0;
}
