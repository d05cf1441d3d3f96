import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What waits for somebody in orders is found without those that wait for nobody, which are most of them by and by. */
export class WaitingInOrders1763877000560 implements MigrationInterface {
  readonly name = 'WaitingInOrders1763877000560';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX store_order_to_ship ON store_order (store_id, id)
        WHERE payment IN ('paid', 'pending_cod') AND fulfilment IN ('unfulfilled', 'partially_fulfilled', 'returned_to_sender')
          AND (captured = 0 OR refunded + refund_reserved < captured);
      CREATE INDEX store_order_to_collect ON store_order (store_id, id)
        WHERE payment = 'pending_cod' AND fulfilment = 'delivered';
      CREATE INDEX store_order_turnover ON store_order (store_id, placed_at) INCLUDE (payment, total);
      CREATE INDEX order_refund_trouble ON order_refund (store_id, id) WHERE state IN ('failed', 'unknown');
      CREATE INDEX order_return_due ON order_return (store_id, refund_until)
        WHERE refund_until IS NOT NULL AND state IN ('requested', 'approved', 'partially_received', 'received');
      CREATE INDEX order_shipment_trouble ON order_shipment (store_id, id) WHERE state IN ('lost', 'returned', 'unknown');
      CREATE INDEX payment_stray ON payment (store_id, id) WHERE order_id IS NULL AND state IN ('not_returned', 'unknown')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX store_order_to_ship, store_order_to_collect, store_order_turnover, order_refund_trouble, order_return_due,
        order_shipment_trouble, payment_stray`);
  }
}
