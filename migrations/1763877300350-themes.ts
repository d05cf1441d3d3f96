import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/database';
import { isolate } from './isolation';

/** Packs that a store has made for itself, which never change, and the version of each theme that it has installed. */
export class Themes1763877300350 implements MigrationInterface {
  readonly name = 'Themes1763877300350';

  async up(runner: QueryRunner): Promise<void> {
    // A database that is made today meets the migration that brings the role after this one.
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE ${STOREFRONT_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
    await runner.query(`
      CREATE TABLE theme_pack (
        store_id text COLLATE "C" NOT NULL,
        hash text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        version text COLLATE "C" NOT NULL,
        text text NOT NULL,
        bytes integer NOT NULL,
        pushed_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, key, version)
      );
      ${isolate('theme_pack', 'store_id', 'SELECT, INSERT')}
      CREATE TABLE theme_installed (
        store_id text COLLATE "C" NOT NULL,
        theme text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        version text,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (store_id, theme)
      );
      ${isolate('theme_installed')}
      GRANT SELECT (store_id, key, version, text) ON theme_pack TO ${STOREFRONT_ROLE};
      CREATE POLICY storefront ON theme_pack FOR SELECT TO ${STOREFRONT_ROLE}
        USING (store_id = current_setting('app.store_id', true));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE theme_installed; DROP TABLE theme_pack');
  }
}
