import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, showToStorefront } from './isolation';

/**
 * Addresses that things of a shop have had: shoppers and search engines that come by one are led to the thing. A row names the thing
 * alone, so each address of it leads to the newest one.
 */
export class MovedAddresses1796031000000 implements MigrationInterface {
  readonly name = 'MovedAddresses1796031000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE storefront_moved (
        store_id text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        thing_id text COLLATE "C" NOT NULL,
        moved_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (store_id, key)
      );
      CREATE INDEX storefront_moved_age ON storefront_moved (store_id, moved_at, key);
      ${isolate('storefront_moved')}
      ${showToStorefront('storefront_moved', 'store_id, key, thing_id')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE storefront_moved');
  }
}
