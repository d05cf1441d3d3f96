import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Rows of marketplaces that could not be kept, by their ids and without their contents, until they can be. */
export class ChannelUnreadable1763877310480 implements MigrationInterface {
  readonly name = 'ChannelUnreadable1763877310480';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_unreadable (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        task text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        asked text COLLATE "C",
        remote_id text COLLATE "C",
        order_number text COLLATE "C",
        code text COLLATE "C" NOT NULL,
        message text NOT NULL,
        first_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        tried_at timestamptz NOT NULL,
        tries integer NOT NULL,
        PRIMARY KEY (store_id, extension, task, name)
      );
      ${isolate('channel_unreadable')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE channel_unreadable;');
  }
}
