import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that a job was given are kept until it has ended: its row names them. */
export class ChannelJobObjects1763874600000 implements MigrationInterface {
  readonly name = 'ChannelJobObjects1763874600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN objects text[] NOT NULL DEFAULT '{}';
      ALTER TABLE channel_job ALTER COLUMN objects DROP DEFAULT;
      CREATE INDEX channel_job_objects ON channel_job USING gin (objects) WHERE objects <> '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_job DROP COLUMN objects');
  }
}
