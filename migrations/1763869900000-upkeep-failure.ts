import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/** What runs by the clock, of all stores, and did not get through: the last failure of each task, for those who watch the health. */
export class UpkeepFailure1763869900000 implements MigrationInterface {
  readonly name = 'UpkeepFailure1763869900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE upkeep_failure (
        task text COLLATE "C" PRIMARY KEY,
        failed_at timestamptz NOT NULL
      );
      ALTER TABLE upkeep_failure ENABLE ROW LEVEL SECURITY;
      ALTER TABLE upkeep_failure FORCE ROW LEVEL SECURITY;
      ${openToFunctions('upkeep_failure')}
      ${systemFunction(
        'note_upkeep_failure(failed text)',
        'void',
        `INSERT INTO upkeep_failure (task, failed_at) VALUES (failed, now())
         ON CONFLICT (task) DO UPDATE SET failed_at = EXCLUDED.failed_at`,
      )}
      ${systemFunction(
        'failed_upkeep(within interval)',
        'bigint',
        'SELECT count(*) FROM upkeep_failure WHERE failed_at > now() - within',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION failed_upkeep(interval);
      DROP FUNCTION note_upkeep_failure(text);
      DROP TABLE upkeep_failure;`);
  }
}
