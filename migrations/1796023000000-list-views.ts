import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A person keeps views and columns of the lists of a store. */
export class ListViews1796023000000 implements MigrationInterface {
  readonly name = 'ListViews1796023000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE owner_account ADD COLUMN list_views jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE owner_account DROP COLUMN list_views');
  }
}
