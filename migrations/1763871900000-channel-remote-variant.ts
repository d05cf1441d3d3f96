import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/**
 * A variant of a marketplace is one listing of a channel. Where two were made of it, the one that was seen last keeps it; the other's
 * mirror is of the past, which the listing then says (`mapped_elsewhere`).
 */
export class ChannelRemoteVariant1763871900000 implements MigrationInterface {
  readonly name = 'ChannelRemoteVariant1763871900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_listing ADD COLUMN remote_variant_id text COLLATE "C";
      ${unforced(
        ['channel_listing'],
        `UPDATE channel_listing l SET remote_variant_id = l.mirror ->> 'variantId'
         FROM (
           SELECT DISTINCT ON (store_id, extension, mirror ->> 'variantId') store_id, id FROM channel_listing
           WHERE mirror IS NOT NULL AND remote_product_id IS NOT NULL
           ORDER BY store_id, extension, mirror ->> 'variantId', mirrored_at DESC NULLS LAST, id DESC) newest
         WHERE l.store_id = newest.store_id AND l.id = newest.id;`,
      )}
      -- What an import asks by: see the index of the item, whose columns begin as differently.
      CREATE UNIQUE INDEX channel_listing_remote_variant ON channel_listing (store_id, remote_variant_id, extension);
      CREATE INDEX channel_listing_remote_product ON channel_listing (store_id, remote_product_id, extension);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX channel_listing_remote_product;
      DROP INDEX channel_listing_remote_variant;
      ALTER TABLE channel_listing DROP COLUMN remote_variant_id;`);
  }
}
