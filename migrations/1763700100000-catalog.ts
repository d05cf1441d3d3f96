import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction } from './isolation';

/**
 * Products, variants, categories, collections, the stock ledger and digital codes.
 *
 * No table here references `store`: a foreign key takes a share lock on the store's row, and that row is updated by every
 * command that bumps the generation, so each insert would leave a multixact behind.
 *
 * No index of products and variants begins with the store, each begins with what it finds. While a table is small all
 * indexes look alike to the planner, and a plan that is cached then, above all that of a foreign key, stays until statistics
 * exist: with store-first indexes an import into a fresh store found each product by reading all of them, 30 times slower.
 */
export class Catalog1763700100000 implements MigrationInterface {
  readonly name = 'Catalog1763700100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE EXTENSION IF NOT EXISTS pg_trgm;
      CREATE EXTENSION IF NOT EXISTS btree_gin;`);

    await runner.query(`
      CREATE TABLE catalog_category (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        status text COLLATE "C" NOT NULL DEFAULT 'active',
        name text COLLATE turkish NOT NULL,
        taksit_cap smallint,
        position integer NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      ${isolate('catalog_category', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE catalog_product (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        status text COLLATE "C" NOT NULL DEFAULT 'active',
        title text COLLATE turkish NOT NULL,
        handle text COLLATE "C" NOT NULL,
        description text,
        category_id text COLLATE "C",
        brand text,
        sku text COLLATE "C",
        barcode text COLLATE "C",
        tags text[] NOT NULL DEFAULT '{}',
        price bigint NOT NULL,
        compare_at bigint,
        vat_rate smallint NOT NULL,
        stock integer,
        variant_count smallint NOT NULL DEFAULT 0,
        requires_shipping boolean NOT NULL DEFAULT true,
        digital_kind text COLLATE "C" NOT NULL DEFAULT 'none',
        digital_url text,
        digital_instructions text,
        withdrawal_exception text COLLATE "C",
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (id, store_id),
        FOREIGN KEY (store_id, category_id) REFERENCES catalog_category (store_id, id)
      );
      CREATE UNIQUE INDEX catalog_product_handle ON catalog_product (handle, store_id);
      -- One index a sort, read in both directions. The status leads: a page of active products never wades through archived ones.
      CREATE INDEX catalog_product_created ON catalog_product (status, store_id, created_at, id);
      CREATE INDEX catalog_product_updated ON catalog_product (status, store_id, updated_at, id);
      CREATE INDEX catalog_product_title ON catalog_product (status, store_id, title, id);
      CREATE INDEX catalog_product_price ON catalog_product (status, store_id, price, id);
      CREATE INDEX catalog_product_category ON catalog_product (category_id, store_id) WHERE category_id IS NOT NULL;
      CREATE INDEX catalog_product_sku ON catalog_product (sku, store_id) WHERE sku IS NOT NULL;
      ${isolate('catalog_product', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE catalog_variant (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        position smallint NOT NULL,
        title text NOT NULL,
        sku text COLLATE "C",
        barcode text COLLATE "C",
        price bigint,
        stock integer,
        PRIMARY KEY (id, store_id),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id)
      ) WITH (fillfactor = 85);
      CREATE INDEX catalog_variant_product ON catalog_variant (product_id, store_id);
      CREATE INDEX catalog_variant_sku ON catalog_variant (sku, store_id) WHERE sku IS NOT NULL;
      ${isolate('catalog_variant')}

      -- Barcodes are unique over products and variants. They are claimed before the rows that carry them are written, so
      -- that a taken one is known in time; hence the deferred key.
      CREATE TABLE catalog_barcode (
        store_id text COLLATE "C" NOT NULL,
        barcode text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        variant_id text COLLATE "C",
        PRIMARY KEY (store_id, barcode),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id) DEFERRABLE INITIALLY DEFERRED
      );
      ${isolate('catalog_barcode')}`);

    // Row-level security keeps LIKE out of index conditions, because LIKE is not leakproof: under it every search was a scan of
    // all products. The function looks the words up with its owner's eyes and holds itself to the store of the session.
    // A table of its own, so that a change of stock or price does not write the trigrams again.
    await runner.query(`
      CREATE TABLE catalog_search (
        store_id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        text text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id, product_id)
      );
      CREATE INDEX catalog_search_text ON catalog_search USING gin (store_id, text gin_trgm_ops);
      ${isolate('catalog_search', 'store_id', 'SELECT, INSERT, UPDATE')}
      ${openToFunctions('catalog_search')}
      ${systemFunction(
        'search_catalog(word1 text, word2 text, word3 text, words text[])',
        'SETOF text',
        `SELECT product_id FROM catalog_search
         WHERE store_id = current_setting('app.store_id', true) AND text LIKE word1 AND text LIKE word2
           AND text LIKE word3 AND text LIKE ALL (words)`,
      )}
      ALTER FUNCTION search_catalog(text, text, text, text[]) STABLE;
      ALTER FUNCTION search_catalog(text, text, text, text[]) SET enable_seqscan = off;
      ALTER FUNCTION search_catalog(text, text, text, text[]) SET enable_indexscan = off;`);

    await runner.query(`
      CREATE TABLE catalog_collection (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        status text COLLATE "C" NOT NULL DEFAULT 'active',
        title text COLLATE turkish NOT NULL,
        handle text COLLATE "C" NOT NULL,
        description text,
        product_count integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX catalog_collection_handle ON catalog_collection (handle, store_id);
      ${isolate('catalog_collection', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE catalog_collection_product (
        store_id text COLLATE "C" NOT NULL,
        collection_id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        position integer NOT NULL,
        PRIMARY KEY (store_id, collection_id, product_id),
        FOREIGN KEY (store_id, collection_id) REFERENCES catalog_collection (store_id, id),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id)
      );
      CREATE INDEX catalog_collection_product_order ON catalog_collection_product (store_id, collection_id, position, product_id);
      ${isolate('catalog_collection_product')}`);

    await runner.query(`
      -- The row lock makes commit order the order of seq: a reader after a watermark never skips a row.
      CREATE TABLE stock_counter (
        store_id text COLLATE "C" PRIMARY KEY,
        seq bigint NOT NULL
      ) WITH (fillfactor = 50);
      ${isolate('stock_counter', 'store_id', 'SELECT, INSERT, UPDATE')}

      -- References neither product nor variant: the ledger outlives the variants that it speaks of.
      CREATE TABLE stock_movement (
        store_id text COLLATE "C" NOT NULL,
        seq bigint NOT NULL,
        id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        variant_id text COLLATE "C",
        kind text COLLATE "C" NOT NULL,
        delta integer NOT NULL,
        before integer,
        after integer,
        reason text,
        at timestamptz NOT NULL,
        PRIMARY KEY (store_id, seq)
      );
      CREATE INDEX stock_movement_product ON stock_movement (product_id, store_id, seq);
      CREATE INDEX stock_movement_variant ON stock_movement (variant_id, store_id, seq) WHERE variant_id IS NOT NULL;
      ${isolate('stock_movement', 'store_id', 'SELECT, INSERT')}`);

    await runner.query(`
      -- Counts beside the codes, so that a product is shown without counting; the row also serialises writers of one pool.
      CREATE TABLE digital_pool (
        store_id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        available integer NOT NULL DEFAULT 0 CHECK (available >= 0),
        allocated integer NOT NULL DEFAULT 0 CHECK (allocated >= 0),
        voided integer NOT NULL DEFAULT 0 CHECK (voided >= 0),
        PRIMARY KEY (store_id, product_id),
        FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id)
      );
      ${isolate('digital_pool', 'store_id', 'SELECT, INSERT, UPDATE')}

      CREATE TABLE digital_code (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        status text COLLATE "C" NOT NULL DEFAULT 'available',
        sealed bytea NOT NULL,
        fingerprint bytea NOT NULL,
        created_at timestamptz NOT NULL,
        allocated_at timestamptz,
        voided_at timestamptz,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, product_id) REFERENCES digital_pool (store_id, product_id)
      );
      CREATE UNIQUE INDEX digital_code_fingerprint ON digital_code (store_id, product_id, fingerprint);
      CREATE INDEX digital_code_available ON digital_code (store_id, product_id, id) WHERE status = 'available';
      ${isolate('digital_code', 'store_id', 'SELECT, INSERT, UPDATE')}`);
  }

  async down(): Promise<void> {
    throw new Error("The catalog holds merchants' data: restore a backup instead.");
  }
}
