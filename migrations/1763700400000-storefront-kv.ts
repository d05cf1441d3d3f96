import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** The projection that storefronts read, written by store.syncKv. */
export class StorefrontKv1763700400000 implements MigrationInterface {
  readonly name = 'StorefrontKv1763700400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE storefront_kv (
        store_id text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        value jsonb NOT NULL,
        projected_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (store_id, key)
      );
      ${isolate('storefront_kv')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE storefront_kv');
  }
}
