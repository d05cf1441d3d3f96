import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction } from './isolation';

/** How far each task of a channel has come, the packages that were seen there, and what its marketplace tells by itself. */
export class ChannelPull1763877300121 implements MigrationInterface {
  readonly name = 'ChannelPull1763877300121';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_cursor (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        task text COLLATE "C" NOT NULL,
        until timestamptz,
        ran_at timestamptz,
        last_success timestamptz,
        PRIMARY KEY (store_id, extension, task)
      );
      ${isolate('channel_cursor')}

      CREATE TABLE channel_package_seen (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        package_id text COLLATE "C" NOT NULL,
        order_number text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL,
        modified_at timestamptz NOT NULL,
        unmapped integer NOT NULL,
        looked_at timestamptz NOT NULL,
        tried_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension, package_id)
      );
      CREATE INDEX channel_package_seen_unmapped ON channel_package_seen (store_id, extension, tried_at) WHERE unmapped > 0;
      CREATE INDEX channel_package_seen_order ON channel_package_seen (store_id, extension, order_number);
      ${isolate('channel_package_seen')}

      CREATE TABLE channel_news (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        told_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension, kind, name)
      );
      ${isolate('channel_news')}

      CREATE TABLE channel_webhook (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        url text NOT NULL,
        webhook_id text,
        state text COLLATE "C" NOT NULL,
        registered_at timestamptz NOT NULL,
        proven_at timestamptz,
        checked_at timestamptz,
        reactivated_at timestamptz,
        PRIMARY KEY (store_id, extension)
      );
      ${isolate('channel_webhook')}

      CREATE INDEX channel_job_ended ON channel_job (store_id, extension, lane, finished_at) WHERE finished_at IS NOT NULL;

      ${openToFunctions('extension')}
      ${systemFunction(
        'list_enabled_extensions(after_store text, after_key text, batch integer)',
        'TABLE (store_id text, key text)',
        `SELECT e.store_id, e.key FROM extension e
         WHERE e.enabled AND (e.store_id, e.key) > (after_store COLLATE "C", after_key COLLATE "C")
         ORDER BY e.store_id, e.key LIMIT batch`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION list_enabled_extensions(text, text, integer);
      DROP POLICY functions ON extension;
      DROP INDEX channel_job_ended;
      DROP TABLE channel_webhook;
      DROP TABLE channel_news;
      DROP TABLE channel_package_seen;
      DROP TABLE channel_cursor`);
  }
}
