import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/roles';
import { isolate, showToStorefront } from './isolation';

/** Texts that the law wants a shop to show, as its owner has confirmed them. */
export class LegalPages1796030000000 implements MigrationInterface {
  readonly name = 'LegalPages1796030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE legal_page (
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        kind text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        text text NOT NULL,
        ground text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, kind)
      );
      ${isolate('legal_page')}
      ${showToStorefront('legal_page', 'store_id, kind, text, updated_at')}
      ${showToStorefront('store_flag', 'store_id, flag')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY storefront ON store_flag;
      REVOKE SELECT (store_id, flag) ON store_flag FROM ${STOREFRONT_ROLE};
      DROP TABLE legal_page;
    `);
  }
}
