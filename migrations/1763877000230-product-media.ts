import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pictures of a product, in their order, each with the words that stand for it. */
export class ProductMedia1763877000230 implements MigrationInterface {
  readonly name = 'ProductMedia1763877000230';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE catalog_product
        ADD COLUMN media_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
        ADD COLUMN media_alts text[] NOT NULL DEFAULT '{}';
      CREATE INDEX catalog_product_media ON catalog_product USING gin (media_ids) WHERE media_ids <> '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE catalog_product DROP COLUMN media_alts, DROP COLUMN media_ids');
  }
}
