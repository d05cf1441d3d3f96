import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/**
 * Updates that were prepared for what a store shows and has installed, and the stores that are to be looked at for some. Of one theme or
 * extension one update is open at a time.
 */
export class Updates1763877300520 implements MigrationInterface {
  readonly name = 'Updates1763877300520';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE store_update (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        kind text COLLATE "C" NOT NULL CHECK (kind IN ('theme', 'extension')),
        name text COLLATE "C" NOT NULL,
        from_version text NOT NULL,
        to_version text NOT NULL,
        class text COLLATE "C" NOT NULL CHECK (class IN ('patch', 'minor', 'major')),
        base_rev integer NOT NULL,
        before_hash text COLLATE "C",
        hash text COLLATE "C",
        report jsonb NOT NULL,
        state text COLLATE "C" NOT NULL CHECK (state IN ('pending', 'blocked', 'dismissed', 'applied', 'superseded')),
        reason text COLLATE "C",
        seq integer,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX store_update_open ON store_update (store_id, kind, name)
        WHERE state IN ('pending', 'blocked', 'dismissed');
      CREATE INDEX store_update_state ON store_update (store_id, state, id);
      ${isolate('store_update')}
      CREATE TABLE update_look (
        store_id text COLLATE "C" NOT NULL,
        asked text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id)
      );
      ${isolate('update_look')}
      ${openToFunctions('update_look')}
      ${openRows('updates', "SELECT store_id, store_id, '{}'::jsonb FROM update_look")}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('updates')}
      DROP TABLE update_look;
      DROP TABLE store_update;`);
  }
}
