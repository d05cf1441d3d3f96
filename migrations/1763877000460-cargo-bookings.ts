import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

/** Parcels that a provider of cargo was asked for: whose offer was accepted, where the asking stands, and when it was looked last. */
export class CargoBookings1763877000460 implements MigrationInterface {
  readonly name = 'CargoBookings1763877000460';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE order_shipment
        ADD COLUMN extension text COLLATE "C",
        ADD COLUMN reference text COLLATE "C",
        ADD COLUMN offer_id text COLLATE "C",
        ADD COLUMN service text COLLATE "C",
        ADD COLUMN price bigint CHECK (price >= 0),
        ADD COLUMN remote_id text COLLATE "C",
        ADD COLUMN failure text,
        ADD COLUMN asked smallint NOT NULL DEFAULT 0,
        ADD COLUMN asked_at timestamptz,
        ADD COLUMN missing smallint NOT NULL DEFAULT 0,
        ADD COLUMN waiting_for text,
        ADD COLUMN look_wanted_at timestamptz,
        ADD COLUMN looked_at timestamptz,
        ADD CHECK (extension IS NULL OR (reference IS NOT NULL AND offer_id IS NOT NULL AND price IS NOT NULL));
      CREATE INDEX order_shipment_remote ON order_shipment (store_id, extension, remote_id);
      CREATE INDEX order_shipment_open ON order_shipment (id)
        WHERE extension IS NOT NULL AND state NOT IN ('delivered', 'returned', 'cancelled', 'failed', 'unknown');
      ${openToFunctions('order_shipment')}
      ${openRows(
        'booking',
        `SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.state = 'booking'`,
      )}
      ${openRows(
        'shipment_cancelling',
        `SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.state = 'cancelling'`,
      )}
      ${openRows(
        'shipment_tracking',
        `SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.remote_id IS NOT NULL AND s.state_at > now() - interval '45 days'
           AND s.state IN ('booked', 'picked_up', 'in_transit', 'out_for_delivery', 'attempt_failed', 'returning', 'lost')`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('booking')} ${dropOpenRows('shipment_cancelling')} ${dropOpenRows('shipment_tracking')}
      DROP POLICY functions ON order_shipment;
      DROP INDEX order_shipment_remote, order_shipment_open;
      ALTER TABLE order_shipment
        DROP COLUMN extension, DROP COLUMN reference, DROP COLUMN offer_id, DROP COLUMN service, DROP COLUMN price,
        DROP COLUMN remote_id, DROP COLUMN failure, DROP COLUMN asked, DROP COLUMN asked_at, DROP COLUMN missing,
        DROP COLUMN waiting_for, DROP COLUMN look_wanted_at, DROP COLUMN looked_at`);
  }
}
