import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders of which money was given back are few, and found without reading all others. */
export class RefundedOrders1763877000491 implements MigrationInterface {
  readonly name = 'RefundedOrders1763877000491';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX store_order_refunded ON store_order (store_id, placed_at, id) WHERE refunded > 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX store_order_refunded');
  }
}
