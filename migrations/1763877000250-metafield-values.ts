import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** What stands in the custom fields of a thing: one row of it, by the identifiers of the definitions, so that a page of things reads a row each. */
export class MetafieldValues1763877000250 implements MigrationInterface {
  readonly name = 'MetafieldValues1763877000250';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE metafield_values (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        owner_id text COLLATE "C" NOT NULL,
        content jsonb NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX metafield_values_owner ON metafield_values (store_id, owner_id);
      ${isolate('metafield_values')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE metafield_values');
  }
}
