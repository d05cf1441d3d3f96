import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/** Orders of all stores whose transfer is late, the longest due first, and since when somebody has looked for them without a long gap. */
export class OverdueTransfers1763877000591 implements MigrationInterface {
  readonly name = 'OverdueTransfers1763877000591';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX store_order_overdue ON store_order (transfer_until, id) INCLUDE (store_id)
        WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL;
      CREATE TABLE overdue_watch (
        sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
        since timestamptz NOT NULL,
        looked_at timestamptz NOT NULL
      );
      ALTER TABLE overdue_watch ENABLE ROW LEVEL SECURITY;
      ALTER TABLE overdue_watch FORCE ROW LEVEL SECURITY;
      ${openToFunctions('overdue_watch')}
      ${systemFunction(
        'watch_overdue_transfers(at timestamptz, gap interval)',
        'timestamptz',
        `INSERT INTO overdue_watch AS watch (since, looked_at) VALUES (at, at)
         ON CONFLICT (sole) DO UPDATE SET looked_at = greatest(watch.looked_at, at),
           since = CASE WHEN watch.looked_at < at - gap THEN at ELSE watch.since END
         RETURNING since`,
      )}
      ${systemFunction(
        'overdue_transfers(by timestamptz, after_until timestamptz, after_id text, most integer)',
        'TABLE(store_id text, id text, transfer_until timestamptz)',
        `SELECT store_id, id, transfer_until FROM store_order
         WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL AND transfer_until < by
           AND (transfer_until, id) > (after_until, after_id)
         ORDER BY transfer_until, id LIMIT most`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION overdue_transfers(timestamptz, timestamptz, text, integer);
      DROP FUNCTION watch_overdue_transfers(timestamptz, interval);
      DROP TABLE overdue_watch;
      DROP INDEX store_order_overdue;`);
  }
}
