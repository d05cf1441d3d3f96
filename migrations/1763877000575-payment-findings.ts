import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an owner has found of a payment that pays for no order, when its provider did not say: it stays in sight. */
export class PaymentFindings1763877000575 implements MigrationInterface {
  readonly name = 'PaymentFindings1763877000575';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE payment ADD COLUMN finding text COLLATE "C", ADD COLUMN note text;
      DROP INDEX payment_apart;
      CREATE INDEX payment_apart ON payment (store_id, id)
        WHERE order_id IS NULL AND (state NOT IN ('begun', 'failed') OR finding IS NOT NULL)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX payment_apart;
      CREATE INDEX payment_apart ON payment (store_id, id) WHERE order_id IS NULL AND state NOT IN ('begun', 'failed');
      ALTER TABLE payment DROP COLUMN finding, DROP COLUMN note`);
  }
}
