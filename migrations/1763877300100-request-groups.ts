import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/**
 * Marketplaces limit requests by groups of calls, some within ten seconds and some within a minute. What the slots before knew is of the last
 * ten seconds, so it goes.
 */
export class RequestGroups1763877300100 implements MigrationInterface {
  readonly name = 'RequestGroups1763877300100';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE channel_budget_slot;
      CREATE TABLE channel_budget_slot (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        request_group text COLLATE "C" NOT NULL,
        span smallint NOT NULL,
        slot integer NOT NULL,
        used_at timestamptz NOT NULL DEFAULT '-infinity',
        PRIMARY KEY (store_id, extension, request_group, span, slot)
      );
      ${isolate('channel_budget_slot')}

      CREATE TABLE channel_budget_pause (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        request_group text COLLATE "C" NOT NULL,
        pauses_until timestamptz NOT NULL,
        throttled_in_a_row smallint NOT NULL,
        PRIMARY KEY (store_id, extension, request_group)
      );
      ${isolate('channel_budget_pause')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE channel_budget_pause;
      DROP TABLE channel_budget_slot;
      CREATE TABLE channel_budget_slot (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        slot integer NOT NULL,
        used_at timestamptz NOT NULL DEFAULT '-infinity',
        PRIMARY KEY (store_id, extension, slot)
      );
      ${isolate('channel_budget_slot')}`);
  }
}
