import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/** Values of custom fields that were deleted, as long as some of them are to be taken away. */
export class MetafieldPurge1763877000251 implements MigrationInterface {
  readonly name = 'MetafieldPurge1763877000251';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metafield_purge (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        total integer NOT NULL,
        done integer NOT NULL DEFAULT 0,
        place text COLLATE "C" NOT NULL DEFAULT '',
        created_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      ${isolate('metafield_purge')}
      ${openToFunctions('metafield_purge')}
      ${openRows(
        'metafield_purge',
        `SELECT p.id, p.store_id, jsonb_build_object('definitionId', p.id) FROM metafield_purge p`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('metafield_purge')}
      DROP TABLE metafield_purge`);
  }
}
