import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Figures of a page of stock: pieces that were sold lately, and pieces that are sold and still here. Both are found by product, however
 * many orders a shop has had.
 */
export class StockFigures1796006000000 implements MigrationInterface {
  readonly name = 'StockFigures1796006000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX order_line_product;
      -- Identifiers are as old as their lines, so the lines of the last days stand together.
      CREATE INDEX order_line_product ON order_line (store_id, product_id, id);
      CREATE INDEX order_line_here ON order_line (store_id, product_id, id)
        WHERE requires_shipping AND restocked < stock_taken AND shipped + delivered + lost + unsent < quantity;
      CREATE INDEX order_package_held ON order_package (store_id, id) WHERE held <> '[]'::jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX order_package_held;
      DROP INDEX order_line_here;
      DROP INDEX order_line_product;
      CREATE INDEX order_line_product ON order_line (store_id, product_id);
    `);
  }
}
