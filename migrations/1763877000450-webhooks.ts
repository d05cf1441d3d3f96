import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/** What providers tell by themselves. */
export class Webhooks1763877000450 implements MigrationInterface {
  readonly name = 'Webhooks1763877000450';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        digest text COLLATE "C" NOT NULL,
        news jsonb NOT NULL,
        state text COLLATE "C" NOT NULL,
        failure text,
        created_at timestamptz NOT NULL,
        handled_at timestamptz,
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX webhook_told ON webhook (store_id, extension, digest);
      CREATE INDEX webhook_kept ON webhook (id) WHERE state = 'kept';
      ${isolate('webhook')}
      ${openToFunctions('webhook')}
      ${openRows(
        'webhook',
        `SELECT w.id, w.store_id, jsonb_build_object('webhookId', w.id) FROM webhook w WHERE w.state = 'kept'`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('webhook')}
      DROP TABLE webhook`);
  }
}
