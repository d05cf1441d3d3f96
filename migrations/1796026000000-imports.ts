import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Imports of products from tables, with the changes that each has made, so that one is taken back as one. */
export class Imports1796026000000 implements MigrationInterface {
  readonly name = 'Imports1796026000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bulk_import (
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        id text COLLATE "C" NOT NULL,
        name text NOT NULL,
        audit_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
        created_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      ${isolate('bulk_import')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bulk_import');
  }
}
