import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Orders of marketplaces, each once, and the packages by which they are told. */
export class MarketplaceOrders1763877300110 implements MigrationInterface {
  readonly name = 'MarketplaceOrders1763877300110';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE UNIQUE INDEX store_order_external ON store_order (store_id, channel, external_number)
        WHERE external_number IS NOT NULL;

      ALTER TABLE customer ADD COLUMN remote_digest bytea;
      CREATE UNIQUE INDEX customer_remote ON customer (store_id, remote_digest);

      ALTER TABLE order_line ALTER COLUMN product_id DROP NOT NULL,
        ADD COLUMN oversold integer NOT NULL DEFAULT 0,
        ADD COLUMN channel_line text COLLATE "C";
      ALTER TABLE order_line ALTER COLUMN oversold DROP DEFAULT,
        ADD CONSTRAINT order_line_oversold CHECK (oversold BETWEEN 0 AND stock_taken);
      CREATE INDEX order_line_amiss ON order_line (store_id, id) WHERE oversold > 0;
      CREATE INDEX order_line_unmapped ON order_line (store_id, barcode, id) WHERE product_id IS NULL;

      ALTER TABLE order_shipment ADD COLUMN package_id text COLLATE "C",
        DROP CONSTRAINT order_shipment_check,
        ADD CONSTRAINT order_shipment_booked CHECK (
          extension IS NULL OR package_id IS NOT NULL
          OR (reference IS NOT NULL AND offer_id IS NOT NULL AND price IS NOT NULL));
      CREATE UNIQUE INDEX order_shipment_package ON order_shipment (store_id, extension, package_id)
        WHERE package_id IS NOT NULL AND state NOT IN ('cancelled', 'failed');

      CREATE TABLE order_package (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        order_id text COLLATE "C",
        extension text COLLATE "C" NOT NULL,
        external_number text COLLATE "C" NOT NULL,
        package_id text COLLATE "C" NOT NULL,
        origin_package_ids jsonb NOT NULL,
        state text COLLATE "C" NOT NULL,
        state_word text NOT NULL,
        modified_at timestamptz NOT NULL,
        ship_until timestamptz,
        total bigint NOT NULL,
        currency text COLLATE "C" NOT NULL,
        carrier text,
        tracking_number text,
        tracking_url text,
        invoice_number text,
        invoice_url text,
        lines jsonb NOT NULL,
        ordered jsonb NOT NULL,
        pieces jsonb NOT NULL,
        held jsonb NOT NULL,
        shipment_id text COLLATE "C",
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, order_id) REFERENCES store_order (store_id, id)
      );
      CREATE UNIQUE INDEX order_package_name ON order_package (store_id, extension, package_id);
      CREATE INDEX order_package_number ON order_package (store_id, extension, external_number);
      CREATE INDEX order_package_order ON order_package (store_id, order_id, id);
      ${isolate('order_package', 'store_id', 'SELECT, INSERT, UPDATE')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE order_package;
      DROP INDEX order_shipment_package, order_line_amiss, order_line_unmapped, customer_remote, store_order_external;
      ALTER TABLE order_shipment DROP CONSTRAINT order_shipment_booked, DROP COLUMN package_id,
        ADD CONSTRAINT order_shipment_check
          CHECK (extension IS NULL OR (reference IS NOT NULL AND offer_id IS NOT NULL AND price IS NOT NULL));
      ALTER TABLE order_line DROP COLUMN oversold, DROP COLUMN channel_line, ALTER COLUMN product_id SET NOT NULL;
      ALTER TABLE customer DROP COLUMN remote_digest`);
  }
}
