import { OUTCOME_LIFE_MS } from '../src/kernel/bus/claim';
import type { Database } from '../src/kernel/database';
import { beating } from './beating';
import { deleteExpired } from './retention-store';

const BATCH = 5_000;

export function createRetentionActivities(database: Database) {
  return {
    /** @returns rows deleted */
    sweepExpired: (): Promise<number> => beating(() => deleteExpired(database.maintenance, OUTCOME_LIFE_MS, BATCH)),
  };
}

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;
