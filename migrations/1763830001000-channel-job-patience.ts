import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For how long a job has been asked to wait, instead of since when it has waited: a worker that is switched off is no wait. */
export class ChannelJobPatience1763830001000 implements MigrationInterface {
  readonly name = 'ChannelJobPatience1763830001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE channel_job DROP COLUMN stalled_since, ADD COLUMN waited_ms integer NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_job DROP COLUMN waited_ms, ADD COLUMN stalled_since timestamptz');
  }
}
