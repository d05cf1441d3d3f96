import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How long a transfer is awaited: orders that are there already wait until somebody cancels them, as their buyers were told. */
export class TransferDays1763877000590 implements MigrationInterface {
  readonly name = 'TransferDays1763877000590';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store_checkout ADD COLUMN transfer_days integer;
      ALTER TABLE store_order ADD COLUMN transfer_until timestamptz;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store_order DROP COLUMN transfer_until;
      ALTER TABLE store_checkout DROP COLUMN transfer_days;`);
  }
}
