import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A listing names its item and copies nothing of it: the copied barcode went stale when the catalog moved it to another
 * item, and its unique index then refused that item's listing.
 */
export class ChannelListingItem1763700630000 implements MigrationInterface {
  readonly name = 'ChannelListingItem1763700630000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_listing DROP COLUMN barcode');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_listing ADD COLUMN barcode text COLLATE "C";
      UPDATE channel_listing l SET barcode = b.barcode FROM catalog_barcode b
        WHERE b.store_id = l.store_id AND b.product_id = l.product_id AND b.variant_id IS NOT DISTINCT FROM l.variant_id;
      CREATE UNIQUE INDEX channel_listing_barcode ON channel_listing (store_id, barcode, extension);`);
  }
}
