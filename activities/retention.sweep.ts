import type { Database } from '../src/kernel/database';

/** Idempotency keys live 30 days (design §3); a key whose own time is older is refused, so its row is not missed. */
const KEY_LIFE = '30 days';
const BATCH = 5_000;

export function createRetentionActivities(database: Database) {
  return {
    /** @returns rows deleted: outcomes of expired keys, expired sessions, delivered effects */
    async sweepExpired(): Promise<number> {
      const [row] = await database.system.query<{ deleted: number }>(
        'SELECT sweep_expired($1::interval, $2) AS deleted',
        [KEY_LIFE, BATCH],
      );
      return row?.deleted ?? 0;
    },
  };
}

export type RetentionActivities = ReturnType<typeof createRetentionActivities>;
