import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** Operators see how many marketplace jobs of all stores are open, and how they stand. */
export class OpenJobs1763875200000 implements MigrationInterface {
  readonly name = 'OpenJobs1763875200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      systemFunction(
        'open_jobs()',
        'TABLE(kind text, state text, jobs bigint)',
        `SELECT kind, state, count(*) FROM channel_job WHERE state IN ('queued', 'running', 'cancelling') GROUP BY 1, 2`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION open_jobs()');
  }
}
