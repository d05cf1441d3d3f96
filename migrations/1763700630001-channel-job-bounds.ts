import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a job needs to know to come to an end by itself: since when it gets no further, and where its list has been. */
export class ChannelJobBounds1763700630001 implements MigrationInterface {
  readonly name = 'ChannelJobBounds1763700630001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN stalled_since timestamptz;
      ALTER TABLE channel_job ADD COLUMN pages integer NOT NULL DEFAULT 0;
      ALTER TABLE channel_job ADD COLUMN marked_cursor text;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE channel_job DROP COLUMN marked_cursor; ALTER TABLE channel_job DROP COLUMN pages; ALTER TABLE channel_job DROP COLUMN stalled_since;',
    );
  }
}
