import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/database';

const SEEN = '(store_id, key, version, enabled)';

/** Lets the storefront see which extensions are enabled, and nothing of their settings. */
export class StorefrontExtensions1763877300530 implements MigrationInterface {
  readonly name = 'StorefrontExtensions1763877300530';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      GRANT SELECT ${SEEN} ON extension TO ${STOREFRONT_ROLE};
      CREATE POLICY storefront ON extension FOR SELECT TO ${STOREFRONT_ROLE}
        USING (store_id = current_setting('app.store_id', true));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP POLICY storefront ON extension;
      REVOKE SELECT ${SEEN} ON extension FROM ${STOREFRONT_ROLE};`);
  }
}
