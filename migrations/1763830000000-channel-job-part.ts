import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A page of products with many variants is written in parts: how much of the page at the cursor is booked. One that is too large
 * to be read is asked for in smaller pieces: how many rows the next page has.
 */
export class ChannelJobPart1763830000000 implements MigrationInterface {
  readonly name = 'ChannelJobPart1763830000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN page_rows integer NOT NULL DEFAULT 0, ADD COLUMN page_size integer NOT NULL DEFAULT 100`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_job DROP COLUMN page_rows, DROP COLUMN page_size');
  }
}
