import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which are paid and kept here, since their payment is looked at or was not trusted: few at a time, and of none of them another column tells. */
export class OrdersUnderReview1763877000595 implements MigrationInterface {
  readonly name = 'OrdersUnderReview1763877000595';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX store_order_under_review ON store_order (store_id, id)
        WHERE payment = 'paid' AND review IN ('pending', 'rejected') AND refunded + refund_reserved < captured`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX store_order_under_review');
  }
}
