import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/** What runs by the clock for each store asks which there are. */
export class StoresListed1763868201000 implements MigrationInterface {
  readonly name = 'StoresListed1763868201000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${openToFunctions('store')}
      ${systemFunction(
        'list_stores(after text, batch integer)',
        'SETOF text',
        `SELECT id FROM store WHERE id > after COLLATE "C" ORDER BY id LIMIT batch`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION list_stores(text, integer);
      DROP POLICY functions ON store;`);
  }
}
