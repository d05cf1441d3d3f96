import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs have their turn, and are listed, as they were asked for; the id of one that a proposal asks for is older than that. */
export class ChannelJobTurn1763876501000 implements MigrationInterface {
  readonly name = 'ChannelJobTurn1763876501000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX channel_job_turn ON channel_job (store_id, extension, created_at, id);
      DROP INDEX channel_job_order;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX channel_job_order ON channel_job (store_id, extension, id);
      DROP INDEX channel_job_turn;`);
  }
}
