import { RUNTIME_ROLE, STOREFRONT_ROLE } from '../../src/kernel/database/roles';
import { isolate, openToFunctions, systemFunction } from '../isolation';

/**
 * Products, variants, categories, collections, the stock ledger and digital codes.
 *
 * No table here references `store`: a foreign key takes a share lock on the store's row, and that row is updated by every command that
 * bumps the generation, so each insert would leave a multixact behind.
 *
 * No index of products and variants begins with the store, each begins with what it finds. While a table is small all indexes look alike
 * to the planner, and a plan that is cached then, above all that of a foreign key, stays until statistics exist: with store-first indexes
 * an import into a fresh store found each product by reading all of them, 30 times slower.
 */
export const catalog = `
  CREATE FUNCTION title_words(title text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN btrim(regexp_replace(
    translate(lower(regexp_replace(normalize(title, NFKD) COLLATE public.turkish, '[\\u0300-\\u036F]+', '', 'g')),
      'ıавекмнорстухіјѕһԁԛԝαβεικνορτυχ', 'iabekmhopctyxijshdqwabeikvoptux'),
    '[^[:alnum:]]+', ' ', 'g')); END
  $$;

  CREATE FUNCTION title_key(title text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN replace(public.title_words(title), ' ', ''); END
  $$;

  CREATE FUNCTION title_half(half text, letters integer, key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
    half || '/' || letters || '/' || regexp_replace(key, '[^0-9]+', '', 'g');

  CREATE FUNCTION title_head(key text, letters integer) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN public.title_half(left(key, letters / 2), letters, key); END
  $$;

  CREATE FUNCTION title_tail(key text, letters integer) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN public.title_half(right(key, letters - letters / 2), letters, key); END
  $$;

  -- Categories, as a flat list.
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
    title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(name)) STORED,
    title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(name), length(title_key(name)))) STORED,
    title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(name), length(title_key(name)))) STORED,
    PRIMARY KEY (store_id, id)
  );
  CREATE INDEX catalog_category_title_head ON catalog_category (title_head, store_id, title_key);
  CREATE INDEX catalog_category_title_tail ON catalog_category (title_tail, store_id);
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
    media_ids text[] COLLATE "C" NOT NULL DEFAULT '{}',
    media_alts text[] NOT NULL DEFAULT '{}',
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
  CREATE INDEX catalog_product_media ON catalog_product USING gin (media_ids) WHERE media_ids <> '{}';
  ${isolate('catalog_product', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('catalog_product')}

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

  -- Barcodes are unique over products and variants. They are claimed before the rows that carry them are written, so that a taken one is known
  -- in time; hence the deferred key.
  CREATE TABLE catalog_barcode (
    store_id text COLLATE "C" NOT NULL,
    barcode text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    variant_id text COLLATE "C",
    PRIMARY KEY (store_id, barcode),
    FOREIGN KEY (store_id, product_id) REFERENCES catalog_product (store_id, id) DEFERRABLE INITIALLY DEFERRED
  );
  ${isolate('catalog_barcode')}

  -- Words of products. A table of its own, so that a change of stock or price does not write the trigrams again.
  CREATE TABLE catalog_search (
    store_id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    text text COLLATE "C" NOT NULL,
    title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(split_part(text, E'\\n', 1))) STORED,
    title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(split_part(text, E'\\n', 1)),
      length(title_key(split_part(text, E'\\n', 1))))) STORED,
    title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(split_part(text, E'\\n', 1)),
      length(title_key(split_part(text, E'\\n', 1))))) STORED,
    PRIMARY KEY (store_id, product_id)
  );
  CREATE INDEX catalog_search_title_head ON catalog_search (title_head, store_id, title_key);
  CREATE INDEX catalog_search_title_tail ON catalog_search (title_tail, store_id);
  CREATE INDEX catalog_search_keys ON catalog_search USING gin (search_keys(store_id, text));
  ${isolate('catalog_search', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('catalog_search')}

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
    title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(title)) STORED,
    title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(title), length(title_key(title)))) STORED,
    title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(title), length(title_key(title)))) STORED,
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX catalog_collection_handle ON catalog_collection (handle, store_id);
  CREATE INDEX catalog_collection_title_head ON catalog_collection (title_head, store_id, title_key);
  CREATE INDEX catalog_collection_title_tail ON catalog_collection (title_tail, store_id);
  ${isolate('catalog_collection', 'store_id', 'SELECT, INSERT, UPDATE')}

  -- Products of collections, in the order in which they are shown.
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
  CREATE INDEX catalog_collection_product_product ON catalog_collection_product (product_id, store_id);
  ${isolate('catalog_collection_product')}

  -- The stock ledger. It references neither product nor variant: it outlives the variants that it speaks of. Movements get their numbers once
  -- they are committed, from whoever reads them: a number that is given while its row is written makes all writers of a store wait for
  -- each other. They are numbered by place.
  CREATE TABLE stock_movement (
    store_id text COLLATE "C" NOT NULL,
    seq bigint,
    id text COLLATE "C" NOT NULL,
    product_id text COLLATE "C" NOT NULL,
    variant_id text COLLATE "C",
    kind text COLLATE "C" NOT NULL,
    delta integer NOT NULL,
    before integer,
    after integer,
    reason text,
    at timestamptz NOT NULL,
    place bigint GENERATED ALWAYS AS IDENTITY,
    order_id text COLLATE "C",
    PRIMARY KEY (store_id, id)
  );
  CREATE UNIQUE INDEX stock_movement_seq ON stock_movement (store_id, seq) WHERE seq IS NOT NULL;
  CREATE INDEX stock_movement_waiting ON stock_movement (store_id, place) WHERE seq IS NULL;
  CREATE INDEX stock_movement_product ON stock_movement (product_id, store_id, seq) WHERE seq IS NOT NULL;
  CREATE INDEX stock_movement_variant ON stock_movement (variant_id, store_id, seq) WHERE variant_id IS NOT NULL AND seq IS NOT NULL;
  ${isolate('stock_movement', 'store_id', 'SELECT, INSERT')}
  ${openToFunctions('stock_movement')}
  GRANT UPDATE (seq) ON stock_movement TO ${RUNTIME_ROLE};

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

  -- Codes of digital products, sealed.
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
    line_id text COLLATE "C",
    PRIMARY KEY (store_id, id),
    FOREIGN KEY (store_id, product_id) REFERENCES digital_pool (store_id, product_id),
    CONSTRAINT digital_code_taken CHECK ((line_id IS NOT NULL) = (status = 'allocated'))
  );
  CREATE UNIQUE INDEX digital_code_fingerprint ON digital_code (store_id, product_id, fingerprint);
  CREATE INDEX digital_code_available ON digital_code (store_id, product_id, id) WHERE status = 'available';
  CREATE INDEX digital_code_line ON digital_code (store_id, line_id) WHERE line_id IS NOT NULL;
  ${isolate('digital_code', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('digital_code')}

  -- Planned each time: a plan that was made while the ledger was short would read all of it.
  CREATE FUNCTION number_movements(of_store text, most integer, waits boolean)
  RETURNS integer LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
    DECLARE
      ledger bigint := hashtextextended(of_store, 5);
      numbered integer;
    BEGIN
      -- What somebody else is numbering has no number here yet.
      IF NOT EXISTS (SELECT FROM stock_movement WHERE store_id = of_store AND seq IS NULL) THEN
        RETURN 0;
      END IF;
      IF waits THEN
        PERFORM pg_advisory_xact_lock(ledger);
      ELSIF NOT pg_try_advisory_xact_lock(ledger) THEN
        RETURN 0;
      END IF;
      -- A statement of its own: it sees all that was committed, and numbered, up to now.
      UPDATE stock_movement AS movement SET seq = last.seq + waiting.nth
      FROM (
        SELECT place, row_number() OVER (ORDER BY place) AS nth FROM (
          SELECT place FROM stock_movement WHERE store_id = of_store AND seq IS NULL ORDER BY place LIMIT most
        ) AS first
      ) AS waiting,
      (SELECT coalesce(max(seq), 0) AS seq FROM stock_movement WHERE store_id = of_store AND seq IS NOT NULL) AS last
      WHERE movement.store_id = of_store AND movement.place = waiting.place AND movement.seq IS NULL;
      GET DIAGNOSTICS numbered = ROW_COUNT;
      RETURN numbered;
    END
  $$;

  -- Numbers what nobody reads, so that whoever comes first does not have all of it numbered. It waits for nobody.
  ${systemFunction(
    'number_waiting(most integer)',
    'integer',
    `
      SELECT coalesce(sum(number_movements(store_id, most, false)), 0)::integer FROM (
        SELECT DISTINCT store_id FROM (
          SELECT store_id FROM stock_movement WHERE seq IS NULL ORDER BY store_id LIMIT most
        ) AS movement
      ) AS waiting`,
  )}

  ${systemFunction(
    'products_showing(media text)',
    'SETOF text',
    `
      SELECT id FROM catalog_product
      WHERE store_id = current_setting('app.store_id', true) AND media_ids <> '{}' AND media_ids @> ARRAY[media]`,
  )}
  ALTER FUNCTION products_showing(text) STABLE;

  -- Row-level security keeps LIKE out of index conditions, because LIKE is not leakproof: under it every search was a scan of all products. The
  -- function looks the words up with its owner's eyes and holds itself to the store of the session.
  ${systemFunction(
    'search_catalog(words text[])',
    'SETOF text',
    `
      SELECT product_id FROM catalog_search
      WHERE search_keys(store_id, text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)`,
  )}
  ALTER FUNCTION search_catalog(text[]) STABLE ROWS 20;
  ALTER FUNCTION search_catalog(text[]) SET enable_seqscan = off;
  ALTER FUNCTION search_catalog(text[]) SET enable_indexscan = off;
  GRANT EXECUTE ON FUNCTION search_catalog(text[]) TO ${STOREFRONT_ROLE};

  -- Shoppers find a short word where it begins a word, or is one, by the keys of the letters at the ends of words. A hit in whole words is told
  -- from one within a word, so that the page can begin with it. However many hits there are, the newest of both kinds are ranked.
  ${systemFunction(
    'search_shop(words text[], heads text[], ranked text[])',
    'TABLE (id text, rank bigint)',
    `
      SELECT product_id, (
               SELECT coalesce(sum((strpos(spaced, ' ' || word) > 0)::int + (strpos(spaced, ' ' || word || ' ') > 0)::int), 0)
               FROM unnest(ranked) AS word)
             FROM (SELECT product_id, ' ' || translate(text, E'\\n\\t!"#$%&\\'()*+,-./:;<=>?@[\\\\]^_\\x60{|}~', repeat(' ', length(E'\\n\\t!"#$%&\\'()*+,-./:;<=>?@[\\\\]^_\\x60{|}~'))) || ' ' AS spaced FROM (
               (
      SELECT product_id, text FROM catalog_search
      WHERE search_keys(store_id, text) @> search_keys(current_setting('app.store_id', true), array_to_string(ranked, ' ')) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
      ORDER BY product_id DESC LIMIT 1000)
               UNION (
      SELECT product_id, text FROM catalog_search
      WHERE search_keys(store_id, text) @> (wanted_search_keys(current_setting('app.store_id', true), words) || head_search_keys(current_setting('app.store_id', true), heads)) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
      ORDER BY product_id DESC LIMIT 1000)) AS hit OFFSET 0) AS found
             WHERE NOT EXISTS (SELECT FROM unnest(heads) AS head
               WHERE strpos(spaced, ' ' || head || CASE WHEN head ~ '(^| ).$' THEN ' ' ELSE '' END) = 0)`,
  )}
  ALTER FUNCTION search_shop(text[], text[], text[]) STABLE ROWS 20;
  ALTER FUNCTION search_shop(text[], text[], text[]) SET enable_seqscan = off;
  ALTER FUNCTION search_shop(text[], text[], text[]) SET enable_indexscan = off;
  GRANT EXECUTE ON FUNCTION search_shop(text[], text[], text[]) TO ${STOREFRONT_ROLE};
`;
