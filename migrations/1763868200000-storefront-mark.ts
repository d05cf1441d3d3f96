import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, unforced } from './isolation';

/**
 * The projection follows every command. What a call that defers its bump has changed is marked, and waits for that bump; that one is due
 * follows from the marks. As a flag of the store it was lost when a bump was made while such a call was under way.
 */
export class StorefrontMark1763868200000 implements MigrationInterface {
  readonly name = 'StorefrontMark1763868200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE storefront_mark (
        store_id text COLLATE "C" NOT NULL,
        name text COLLATE "C" NOT NULL,
        audit_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id, name, audit_id)
      );
      ${isolate('storefront_mark', 'store_id', 'SELECT, INSERT, DELETE')}
      CREATE INDEX catalog_collection_product_product ON catalog_collection_product (product_id, store_id);
      ALTER TABLE store ADD COLUMN moved_by text COLLATE "C";
      ${unforced(
        ['store', 'storefront_mark'],
        `INSERT INTO storefront_mark (store_id, name, audit_id) SELECT id, id, '' FROM store WHERE generation_due;`,
      )}
      ALTER TABLE store DROP COLUMN generation_due;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store ADD COLUMN generation_due boolean NOT NULL DEFAULT false;
      ${unforced(
        ['store', 'storefront_mark'],
        'UPDATE store SET generation_due = true WHERE id IN (SELECT store_id FROM storefront_mark);',
      )}
      ALTER TABLE store DROP COLUMN moved_by;
      DROP INDEX catalog_collection_product_product;
      DROP TABLE storefront_mark;`);
  }
}
