-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE catalog_barcode (
  store_id text COLLATE "C" NOT NULL,
  barcode text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  variant_id text COLLATE "C",
  CONSTRAINT catalog_barcode_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT catalog_barcode_pkey PRIMARY KEY (store_id, barcode)
);
ALTER TABLE catalog_barcode ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_barcode FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON catalog_barcode FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON catalog_barcode TO tezgah_runtime;

CREATE TABLE catalog_category (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  name text COLLATE turkish NOT NULL,
  taksit_cap smallint,
  "position" integer NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(name)) STORED,
  title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(name), length(title_key(name)))) STORED,
  title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(name), length(title_key(name)))) STORED,
  CONSTRAINT catalog_category_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE catalog_category ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_category FORCE ROW LEVEL SECURITY;
CREATE INDEX catalog_category_title_head ON public.catalog_category USING btree (title_head, store_id, title_key);
CREATE INDEX catalog_category_title_tail ON public.catalog_category USING btree (title_tail, store_id);
CREATE POLICY store ON catalog_category FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON catalog_category TO tezgah_runtime;

CREATE TABLE catalog_collection (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  title text COLLATE turkish NOT NULL,
  handle text COLLATE "C" NOT NULL,
  description text,
  product_count integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(title)) STORED,
  title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(title), length(title_key(title)))) STORED,
  title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(title), length(title_key(title)))) STORED,
  CONSTRAINT catalog_collection_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE catalog_collection ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_collection FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX catalog_collection_handle ON public.catalog_collection USING btree (handle, store_id);
CREATE INDEX catalog_collection_title_head ON public.catalog_collection USING btree (title_head, store_id, title_key);
CREATE INDEX catalog_collection_title_tail ON public.catalog_collection USING btree (title_tail, store_id);
CREATE POLICY store ON catalog_collection FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON catalog_collection TO tezgah_runtime;

CREATE TABLE catalog_collection_product (
  store_id text COLLATE "C" NOT NULL,
  collection_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  "position" integer NOT NULL,
  CONSTRAINT catalog_collection_product_store_id_collection_id_fkey FOREIGN KEY (store_id, collection_id) REFERENCES catalog_collection(store_id, id),
  CONSTRAINT catalog_collection_product_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id),
  CONSTRAINT catalog_collection_product_pkey PRIMARY KEY (store_id, collection_id, product_id)
);
ALTER TABLE catalog_collection_product ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_collection_product FORCE ROW LEVEL SECURITY;
CREATE INDEX catalog_collection_product_order ON public.catalog_collection_product USING btree (store_id, collection_id, "position", product_id);
CREATE INDEX catalog_collection_product_product ON public.catalog_collection_product USING btree (product_id, store_id);
CREATE POLICY store ON catalog_collection_product FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON catalog_collection_product TO tezgah_runtime;

CREATE TABLE catalog_product (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  status text COLLATE "C" NOT NULL DEFAULT 'active'::text,
  title text COLLATE turkish NOT NULL,
  handle text COLLATE "C" NOT NULL,
  description text,
  category_id text COLLATE "C",
  brand text,
  sku text COLLATE "C",
  barcode text COLLATE "C",
  tags text[] NOT NULL DEFAULT '{}'::text[],
  price bigint NOT NULL,
  compare_at bigint,
  vat_rate smallint NOT NULL,
  stock integer,
  variant_count smallint NOT NULL DEFAULT 0,
  requires_shipping boolean NOT NULL DEFAULT true,
  digital_kind text COLLATE "C" NOT NULL DEFAULT 'none'::text,
  digital_url text,
  digital_instructions text,
  withdrawal_exception text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  media_ids text[] COLLATE "C" NOT NULL DEFAULT '{}'::text[],
  media_alts text[] NOT NULL DEFAULT '{}'::text[],
  CONSTRAINT catalog_product_store_id_category_id_fkey FOREIGN KEY (store_id, category_id) REFERENCES catalog_category(store_id, id),
  CONSTRAINT catalog_product_pkey PRIMARY KEY (id, store_id)
);
ALTER TABLE catalog_product ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_product FORCE ROW LEVEL SECURITY;
CREATE INDEX catalog_product_category ON public.catalog_product USING btree (category_id, store_id) WHERE (category_id IS NOT NULL);
CREATE INDEX catalog_product_created ON public.catalog_product USING btree (status, store_id, created_at, id);
CREATE UNIQUE INDEX catalog_product_handle ON public.catalog_product USING btree (handle, store_id);
CREATE INDEX catalog_product_media ON public.catalog_product USING gin (media_ids) WHERE (media_ids <> '{}'::text[]);
CREATE INDEX catalog_product_price ON public.catalog_product USING btree (status, store_id, price, id);
CREATE INDEX catalog_product_sku ON public.catalog_product USING btree (sku, store_id) WHERE (sku IS NOT NULL);
CREATE INDEX catalog_product_title ON public.catalog_product USING btree (status, store_id, title, id);
CREATE INDEX catalog_product_updated ON public.catalog_product USING btree (status, store_id, updated_at, id);
CREATE POLICY functions ON catalog_product FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON catalog_product FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON catalog_product TO tezgah_runtime;

CREATE TABLE catalog_search (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  text text COLLATE "C" NOT NULL,
  title_key text COLLATE "C" GENERATED ALWAYS AS (title_key(split_part(text, '
'::text, 1))) STORED,
  title_head text COLLATE "C" GENERATED ALWAYS AS (title_head(title_key(split_part(text, '
'::text, 1)), length(title_key(split_part(text, '
'::text, 1))))) STORED,
  title_tail text COLLATE "C" GENERATED ALWAYS AS (title_tail(title_key(split_part(text, '
'::text, 1)), length(title_key(split_part(text, '
'::text, 1))))) STORED,
  CONSTRAINT catalog_search_pkey PRIMARY KEY (store_id, product_id)
);
ALTER TABLE catalog_search ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_search FORCE ROW LEVEL SECURITY;
CREATE INDEX catalog_search_keys ON public.catalog_search USING gin (search_keys(store_id, text));
CREATE INDEX catalog_search_title_head ON public.catalog_search USING btree (title_head, store_id, title_key);
CREATE INDEX catalog_search_title_tail ON public.catalog_search USING btree (title_tail, store_id);
CREATE POLICY functions ON catalog_search FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON catalog_search FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON catalog_search TO tezgah_runtime;

CREATE TABLE catalog_variant (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  "position" smallint NOT NULL,
  title text NOT NULL,
  sku text COLLATE "C",
  barcode text COLLATE "C",
  price bigint,
  stock integer,
  CONSTRAINT catalog_variant_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id),
  CONSTRAINT catalog_variant_pkey PRIMARY KEY (id, store_id)
) WITH (fillfactor=85);
ALTER TABLE catalog_variant ENABLE ROW LEVEL SECURITY;
ALTER TABLE catalog_variant FORCE ROW LEVEL SECURITY;
CREATE INDEX catalog_variant_product ON public.catalog_variant USING btree (product_id, store_id);
CREATE INDEX catalog_variant_sku ON public.catalog_variant USING btree (sku, store_id) WHERE (sku IS NOT NULL);
CREATE POLICY store ON catalog_variant FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON catalog_variant TO tezgah_runtime;

CREATE TABLE digital_code (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL DEFAULT 'available'::text,
  sealed bytea NOT NULL,
  fingerprint bytea NOT NULL,
  created_at timestamp with time zone NOT NULL,
  allocated_at timestamp with time zone,
  voided_at timestamp with time zone,
  line_id text COLLATE "C",
  CONSTRAINT digital_code_taken CHECK (((line_id IS NOT NULL) = (status = 'allocated'::text))),
  CONSTRAINT digital_code_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES digital_pool(store_id, product_id),
  CONSTRAINT digital_code_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE digital_code ENABLE ROW LEVEL SECURITY;
ALTER TABLE digital_code FORCE ROW LEVEL SECURITY;
CREATE INDEX digital_code_available ON public.digital_code USING btree (store_id, product_id, id) WHERE (status = 'available'::text);
CREATE UNIQUE INDEX digital_code_fingerprint ON public.digital_code USING btree (store_id, product_id, fingerprint);
CREATE INDEX digital_code_line ON public.digital_code USING btree (store_id, line_id) WHERE (line_id IS NOT NULL);
CREATE POLICY functions ON digital_code FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON digital_code FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON digital_code TO tezgah_runtime;

CREATE TABLE digital_pool (
  store_id text COLLATE "C" NOT NULL,
  product_id text COLLATE "C" NOT NULL,
  available integer NOT NULL DEFAULT 0,
  allocated integer NOT NULL DEFAULT 0,
  voided integer NOT NULL DEFAULT 0,
  CONSTRAINT digital_pool_allocated_check CHECK ((allocated >= 0)),
  CONSTRAINT digital_pool_available_check CHECK ((available >= 0)),
  CONSTRAINT digital_pool_voided_check CHECK ((voided >= 0)),
  CONSTRAINT digital_pool_store_id_product_id_fkey FOREIGN KEY (store_id, product_id) REFERENCES catalog_product(store_id, id),
  CONSTRAINT digital_pool_pkey PRIMARY KEY (store_id, product_id)
);
ALTER TABLE digital_pool ENABLE ROW LEVEL SECURITY;
ALTER TABLE digital_pool FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON digital_pool FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON digital_pool TO tezgah_runtime;

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
  at timestamp with time zone NOT NULL,
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  order_id text COLLATE "C",
  CONSTRAINT stock_movement_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE stock_movement ENABLE ROW LEVEL SECURITY;
ALTER TABLE stock_movement FORCE ROW LEVEL SECURITY;
CREATE INDEX stock_movement_product ON public.stock_movement USING btree (product_id, store_id, seq) WHERE (seq IS NOT NULL);
CREATE UNIQUE INDEX stock_movement_seq ON public.stock_movement USING btree (store_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX stock_movement_variant ON public.stock_movement USING btree (variant_id, store_id, seq) WHERE ((variant_id IS NOT NULL) AND (seq IS NOT NULL));
CREATE INDEX stock_movement_waiting ON public.stock_movement USING btree (store_id, place) WHERE (seq IS NULL);
CREATE SEQUENCE stock_movement_place_seq AS bigint START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 9223372036854775807 CACHE 1 OWNED BY stock_movement;
CREATE POLICY functions ON stock_movement FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON stock_movement FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON stock_movement TO tezgah_runtime;
GRANT UPDATE (seq) ON stock_movement TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.number_movements(of_store text, most integer, waits boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.number_waiting(most integer)
 RETURNS integer
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT coalesce(sum(number_movements(store_id, most, false)), 0)::integer FROM (
  SELECT DISTINCT store_id FROM (
    SELECT store_id FROM stock_movement WHERE seq IS NULL ORDER BY store_id LIMIT most
  ) AS movement
) AS waiting
$function$;
GRANT EXECUTE ON FUNCTION number_waiting(integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.products_showing(media text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT id FROM catalog_product
WHERE store_id = current_setting('app.store_id', true) AND media_ids <> '{}' AND media_ids @> ARRAY[media]
$function$;
GRANT EXECUTE ON FUNCTION products_showing(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.search_catalog(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
SELECT product_id FROM catalog_search
WHERE search_keys(store_id, text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
$function$;
GRANT EXECUTE ON FUNCTION search_catalog(text[]) TO tezgah_runtime;
GRANT EXECUTE ON FUNCTION search_catalog(text[]) TO tezgah_storefront;

CREATE OR REPLACE FUNCTION public.search_shop(words text[], heads text[], ranked text[])
 RETURNS TABLE(id text, rank bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
SELECT product_id, (
         SELECT coalesce(sum((strpos(spaced, ' ' || word) > 0)::int + (strpos(spaced, ' ' || word || ' ') > 0)::int), 0)
         FROM unnest(ranked) AS word)
       FROM (SELECT product_id, ' ' || translate(text, E'\n\t!"#$%&\'()*+,-./:;<=>?@[\\]^_\x60{|}~', repeat(' ', length(E'\n\t!"#$%&\'()*+,-./:;<=>?@[\\]^_\x60{|}~'))) || ' ' AS spaced FROM (
         (
SELECT product_id, text FROM catalog_search
WHERE search_keys(store_id, text) @> search_keys(current_setting('app.store_id', true), array_to_string(ranked, ' ')) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
ORDER BY product_id DESC LIMIT 1000)
         UNION (
SELECT product_id, text FROM catalog_search
WHERE search_keys(store_id, text) @> (wanted_search_keys(current_setting('app.store_id', true), words) || head_search_keys(current_setting('app.store_id', true), heads)) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND text LIKE ALL (words)
ORDER BY product_id DESC LIMIT 1000)) AS hit OFFSET 0) AS found
       WHERE NOT EXISTS (SELECT FROM unnest(heads) AS head
         WHERE strpos(spaced, ' ' || head || CASE WHEN head ~ '(^| ).$' THEN ' ' ELSE '' END) = 0)
$function$;
GRANT EXECUTE ON FUNCTION search_shop(text[],text[],text[]) TO tezgah_runtime;
GRANT EXECUTE ON FUNCTION search_shop(text[],text[],text[]) TO tezgah_storefront;

CREATE OR REPLACE FUNCTION public.title_half(half text, letters integer, key text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ((((half || '/'::text) || letters) || '/'::text) || regexp_replace(key, '[^0-9]+'::text, ''::text, 'g'::text))
;

CREATE OR REPLACE FUNCTION public.title_head(key text, letters integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN RETURN public.title_half(left(key, letters / 2), letters, key); END
$function$;

CREATE OR REPLACE FUNCTION public.title_key(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN RETURN replace(public.title_words(title), ' ', ''); END
$function$;

CREATE OR REPLACE FUNCTION public.title_tail(key text, letters integer)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN RETURN public.title_half(right(key, letters - letters / 2), letters, key); END
$function$;

CREATE OR REPLACE FUNCTION public.title_words(title text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN RETURN btrim(regexp_replace(
translate(lower(regexp_replace(normalize(title, NFKD) COLLATE public.turkish, '[\u0300-\u036F]+', '', 'g')),
  'ıавекмнорстухіјѕһԁԛԝαβεικνορτυχ', 'iabekmhopctyxijshdqwabeikvoptux'),
'[^[:alnum:]]+', ' ', 'g')); END
$function$;
