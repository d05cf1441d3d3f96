import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs of a kind that is rare, and those that came to nothing, are found among any number of others. */
export class JobFilters1763877310481 implements MigrationInterface {
  readonly name = 'JobFilters1763877310481';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX channel_job_kind ON channel_job (store_id, extension, kind, created_at, id);
      CREATE INDEX channel_job_stopped ON channel_job (store_id, extension, state, created_at, id) WHERE state IN ('failed', 'cancelled');`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX channel_job_stopped;
      DROP INDEX channel_job_kind;`);
  }
}
