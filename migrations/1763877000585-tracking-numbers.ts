import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An order is found by the tracking number of a parcel of it, which buyers and carriers quote. */
export class TrackingNumbers1763877000585 implements MigrationInterface {
  readonly name = 'TrackingNumbers1763877000585';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX order_shipment_tracking_number ON order_shipment (store_id, tracking_number) WHERE tracking_number IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX order_shipment_tracking_number`);
  }
}
