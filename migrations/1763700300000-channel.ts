import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/** Marketplace channels: listings with the provider's mirror, jobs with their errors, and the shared request budget. */
export class Channel1763700300000 implements MigrationInterface {
  readonly name = 'Channel1763700300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_listing (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        variant_id text COLLATE "C",
        barcode text COLLATE "C",
        enabled boolean NOT NULL,
        price_override bigint CHECK (price_override >= 0),
        list_price_override bigint CHECK (list_price_override >= 0),
        price_locked boolean NOT NULL DEFAULT false,
        buffer integer CHECK (buffer >= 0),
        remote_product_id text COLLATE "C",
        remote_category_id text COLLATE "C",
        remote_brand_id text COLLATE "C",
        mirror jsonb,
        mirrored_at timestamptz,
        last_error text,
        rev integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, extension) REFERENCES extension (store_id, key),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id)
      );
      -- The planner must never have to choose between two of these: while a table has no statistics all that begin alike cost the
      -- same to it. The primary key serves the order of lists.
      CREATE UNIQUE INDEX channel_listing_item ON channel_listing (store_id, product_id, extension, variant_id) NULLS NOT DISTINCT;
      CREATE UNIQUE INDEX channel_listing_barcode ON channel_listing (store_id, barcode, extension);
      ${isolate('channel_listing')}

      CREATE TABLE channel_job (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        kind text NOT NULL,
        mode text NOT NULL,
        state text NOT NULL CHECK (state IN ('queued', 'running', 'cancelling', 'succeeded', 'failed', 'cancelled')),
        total integer,
        done integer NOT NULL DEFAULT 0,
        created integer NOT NULL DEFAULT 0,
        updated integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        cursor text,
        exhausted boolean NOT NULL DEFAULT false,
        sample jsonb NOT NULL DEFAULT '[]',
        waiting_for text,
        error jsonb,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        started_at timestamptz,
        finished_at timestamptz,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, extension) REFERENCES extension (store_id, key)
      );
      CREATE INDEX channel_job_order ON channel_job (store_id, extension, id);
      CREATE INDEX channel_job_open ON channel_job (store_id, extension) WHERE state IN ('queued', 'running', 'cancelling');
      ${isolate('channel_job')}

      CREATE TABLE channel_job_error (
        store_id text COLLATE "C" NOT NULL,
        job_id text COLLATE "C" NOT NULL,
        position integer NOT NULL,
        remote_id text,
        barcode text,
        title text,
        code text NOT NULL,
        message text NOT NULL,
        PRIMARY KEY (store_id, job_id, position),
        FOREIGN KEY (store_id, job_id) REFERENCES channel_job (store_id, id)
      );
      ${isolate('channel_job_error')}

      CREATE TABLE channel_budget_slot (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        slot integer NOT NULL,
        used_at timestamptz NOT NULL DEFAULT '-infinity',
        PRIMARY KEY (store_id, extension, slot)
      );
      ${isolate('channel_budget_slot')}

      CREATE TABLE channel_counter (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        requests bigint NOT NULL,
        throttled bigint NOT NULL,
        last_throttled_at timestamptz,
        PRIMARY KEY (store_id, extension)
      );
      ${isolate('channel_counter')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE channel_counter; DROP TABLE channel_budget_slot; DROP TABLE channel_job_error; DROP TABLE channel_job; DROP TABLE channel_listing;',
    );
  }
}
