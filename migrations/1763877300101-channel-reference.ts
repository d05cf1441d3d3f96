import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Answers of marketplaces about categories and attributes are kept for a day: they are long, change seldom, and take of the budget. */
export class ChannelReference1763877300101 implements MigrationInterface {
  readonly name = 'ChannelReference1763877300101';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_reference (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        subject text COLLATE "C" NOT NULL,
        answer jsonb NOT NULL,
        as_of timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension, subject)
      );
      ${isolate('channel_reference')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_reference');
  }
}
