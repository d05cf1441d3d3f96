import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which marks amounts of a period have taken, and who else has the id that a marketplace gave. */
export class AmountMarks1763850001000 implements MigrationInterface {
  readonly name = 'AmountMarks1763850001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE amount_drift ADD COLUMN taken jsonb NOT NULL DEFAULT '[]';
      CREATE INDEX channel_listing_remote ON channel_listing (store_id, remote_product_id) WHERE remote_product_id IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX channel_listing_remote; ALTER TABLE amount_drift DROP COLUMN taken');
  }
}
