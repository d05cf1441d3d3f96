import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/** For which line of an order a code was taken, and how many codes a line has been given. */
export class CodesOfOrders1763877000440 implements MigrationInterface {
  readonly name = 'CodesOfOrders1763877000440';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE digital_code ADD COLUMN line_id text COLLATE "C",
        ADD CONSTRAINT digital_code_taken CHECK ((line_id IS NOT NULL) = (status = 'allocated'));
      CREATE INDEX digital_code_line ON digital_code (store_id, line_id) WHERE line_id IS NOT NULL;
      ALTER TABLE order_line ADD COLUMN codes integer CHECK (codes BETWEEN 0 AND quantity);
      CREATE INDEX order_line_short ON order_line (store_id, product_id, id)
        WHERE codes + cardinality(refunded_units) < quantity;
      ${openToFunctions('order_line')}
      ${systemFunction(
        'stores_short_of_codes(after text, most integer)',
        'SETOF text',
        `SELECT DISTINCT store_id FROM order_line
         WHERE codes + cardinality(refunded_units) < quantity AND store_id > after ORDER BY store_id LIMIT most`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION stores_short_of_codes(text, integer);
      DROP POLICY functions ON order_line;
      DROP INDEX order_line_short;
      ALTER TABLE order_line DROP COLUMN codes;
      DROP INDEX digital_code_line;
      ALTER TABLE digital_code DROP CONSTRAINT digital_code_taken, DROP COLUMN line_id;`);
  }
}
