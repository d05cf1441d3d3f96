import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The products of a category are read a page at a time. The category is a column of its own: row-level security lets no index answer what
 * an operator finds within a JSON value.
 */
export class StorefrontCategory1763877200117 implements MigrationInterface {
  readonly name = 'StorefrontCategory1763877200117';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE storefront_kv ADD COLUMN category_id text COLLATE "C" GENERATED ALWAYS AS (value ->> 'categoryId') STORED;
      CREATE INDEX storefront_kv_category ON storefront_kv (store_id, category_id, key) WHERE category_id IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE storefront_kv DROP COLUMN category_id');
  }
}
