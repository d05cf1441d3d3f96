import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds a package by its tracking number, which the label of its marketplace shows as a barcode. */
export class PackageTracking1796025000000 implements MigrationInterface {
  readonly name = 'PackageTracking1796025000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX order_package_tracking_number ON order_package (store_id, tracking_number) WHERE tracking_number IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX order_package_tracking_number');
  }
}
