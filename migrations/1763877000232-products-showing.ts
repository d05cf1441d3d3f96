import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/**
 * The products that show a media file. What rows of other stores hold must not leak through an operator, so a login that is kept to one
 * store never asks the index of an array: it read every product of the store instead.
 */
export class ProductsShowing1763877000232 implements MigrationInterface {
  readonly name = 'ProductsShowing1763877000232';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY IF EXISTS functions ON catalog_product;
      ${openToFunctions('catalog_product')}
      ${systemFunction(
        'products_showing(media text)',
        'SETOF text',
        `SELECT id FROM catalog_product
         WHERE store_id = current_setting('app.store_id', true) AND media_ids <> '{}' AND media_ids @> ARRAY[media]`,
      )}
      ALTER FUNCTION products_showing(text) STABLE;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION products_showing(text)');
  }
}
