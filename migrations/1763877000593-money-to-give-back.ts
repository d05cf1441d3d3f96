import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where somebody has to give money back by hand. */
export class MoneyToGiveBack1763877000593 implements MigrationInterface {
  readonly name = 'MoneyToGiveBack1763877000593';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX store_order_paid_late ON store_order (store_id, id)
        WHERE payment = 'cancelled' AND payment_method = 'transfer' AND refunded + refund_reserved < captured;
      CREATE INDEX order_refund_by_hand ON order_refund (store_id, id) WHERE state = 'requested' AND method = 'manual';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX store_order_paid_late, order_refund_by_hand');
  }
}
