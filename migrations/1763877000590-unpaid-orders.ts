import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** How long a transfer is awaited: orders that are there already wait until somebody cancels them, as their buyers were told. */
export class UnpaidOrders1763877000590 implements MigrationInterface {
  readonly name = 'UnpaidOrders1763877000590';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store_checkout ADD COLUMN transfer_days integer;
      ALTER TABLE store_order ADD COLUMN transfer_until timestamptz;
      CREATE INDEX store_order_unpaid ON store_order (id) INCLUDE (store_id, transfer_until)
        WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL;
      ${systemFunction(
        'unpaid_orders(by timestamptz, after text, most integer)',
        'TABLE(store_id text, id text)',
        `SELECT store_id, id FROM store_order
         WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL AND transfer_until < by AND id > after
         ORDER BY id LIMIT most`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION unpaid_orders(timestamptz, text, integer);
      ALTER TABLE store_order DROP COLUMN transfer_until;
      ALTER TABLE store_checkout DROP COLUMN transfer_days;`);
  }
}
