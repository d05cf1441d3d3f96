import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Orders of one carrier are found by their parcels, in each order that the list has, without looking at those of other carriers. */
export class ParcelsByCarrier1763877000521 implements MigrationInterface {
  readonly name = 'ParcelsByCarrier1763877000521';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_shipment ADD COLUMN placed_at timestamptz, ADD COLUMN order_total bigint;
      ${unforced(
        ['order_shipment', 'store_order'],
        `UPDATE order_shipment s SET placed_at = o.placed_at, order_total = o.total
         FROM store_order o WHERE o.store_id = s.store_id AND o.id = s.order_id;`,
      )}
      ALTER TABLE order_shipment ALTER COLUMN placed_at SET NOT NULL, ALTER COLUMN order_total SET NOT NULL;
      CREATE INDEX order_shipment_carrier_placed ON order_shipment (store_id, carrier, placed_at, order_id)
        WHERE state NOT IN ('cancelled', 'failed');
      CREATE INDEX order_shipment_carrier_total ON order_shipment (store_id, carrier, order_total, order_id)
        WHERE state NOT IN ('cancelled', 'failed')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX order_shipment_carrier_placed, order_shipment_carrier_total;
      ALTER TABLE order_shipment DROP COLUMN placed_at, DROP COLUMN order_total`);
  }
}
