import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/database';

/** Columns that the storefront sees of designs, and of workspaces whose drafts it shows in previews. */
const SEEN: Readonly<Record<string, string>> = {
  design_body: '(store_id, hash, text)',
  design_draft: '(store_id, workspace, hash)',
  design_live: '(store_id, hash)',
  workspace: '(store_id, id, archived_at)',
};

/** Lets the storefront read the designs that it shows. */
export class StorefrontDesigns1763877300410 implements MigrationInterface {
  readonly name = 'StorefrontDesigns1763877300410';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(SEEN))
      await runner.query(`
        GRANT SELECT ${columns} ON ${table} TO ${STOREFRONT_ROLE};
        CREATE POLICY storefront ON ${table} FOR SELECT TO ${STOREFRONT_ROLE}
          USING (store_id = current_setting('app.store_id', true));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(SEEN))
      await runner.query(`
        DROP POLICY storefront ON ${table};
        REVOKE SELECT ${columns} ON ${table} FROM ${STOREFRONT_ROLE};`);
  }
}
