import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What shipping costs, and from which total of goods it is free. Shops that are there already ask for nothing, as before. */
export class ShippingFee1763877000401 implements MigrationInterface {
  readonly name = 'ShippingFee1763877000401';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE store_checkout
        ADD COLUMN shipping_fee bigint NOT NULL DEFAULT 0,
        ADD COLUMN free_shipping_from bigint;
      ALTER TABLE store_checkout ALTER COLUMN shipping_fee DROP DEFAULT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE store_checkout DROP COLUMN shipping_fee, DROP COLUMN free_shipping_from');
  }
}
