import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['order_refund', 'order_shipment', 'cargo_sender', 'payment'];

/** The time since which a provider says without a break that it knows nothing of what it was asked for. A number of answers said less. */
export class AskedMissingSince1763877310560 implements MigrationInterface {
  readonly name = 'AskedMissingSince1763877310560';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD COLUMN missing_since timestamptz, DROP COLUMN missing`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(
        `ALTER TABLE ${table} ADD COLUMN missing smallint NOT NULL DEFAULT 0, DROP COLUMN missing_since`,
      );
  }
}
