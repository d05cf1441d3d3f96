-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE channel_unreadable (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  task text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  asked text COLLATE "C",
  remote_id text COLLATE "C",
  order_number text COLLATE "C",
  code text COLLATE "C" NOT NULL,
  message text NOT NULL,
  first_at timestamp with time zone NOT NULL,
  seen_at timestamp with time zone NOT NULL,
  tried_at timestamp with time zone NOT NULL,
  tries integer NOT NULL,
  CONSTRAINT channel_unreadable_pkey PRIMARY KEY (store_id, extension, task, name)
);
ALTER TABLE channel_unreadable ENABLE ROW LEVEL SECURITY;
ALTER TABLE channel_unreadable FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON channel_unreadable FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON channel_unreadable TO tezgah_runtime;

CREATE TABLE design_body (
  store_id text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  text text NOT NULL,
  kept_at timestamp with time zone NOT NULL,
  base_seq integer NOT NULL DEFAULT 0,
  CONSTRAINT design_body_pkey PRIMARY KEY (store_id, hash)
);
ALTER TABLE design_body ENABLE ROW LEVEL SECURITY;
ALTER TABLE design_body FORCE ROW LEVEL SECURITY;
CREATE INDEX design_body_kept ON public.design_body USING btree (store_id, kept_at);
CREATE POLICY store ON design_body FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON design_body FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON design_body TO tezgah_runtime;
GRANT SELECT (store_id, hash, text) ON design_body TO tezgah_storefront;

CREATE TABLE design_draft (
  store_id text COLLATE "C" NOT NULL,
  workspace text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  hash text COLLATE "C",
  theme text,
  theme_version text,
  bytes integer,
  base_seq integer NOT NULL,
  media_ids text[] COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT design_draft_pkey PRIMARY KEY (store_id, workspace)
);
ALTER TABLE design_draft ENABLE ROW LEVEL SECURITY;
ALTER TABLE design_draft FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON design_draft FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON design_draft FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON design_draft TO tezgah_runtime;
GRANT SELECT (store_id, workspace, hash) ON design_draft TO tezgah_storefront;

CREATE TABLE design_live (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  hash text COLLATE "C" NOT NULL,
  theme text NOT NULL,
  theme_version text NOT NULL,
  media_ids text[] COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT design_live_pkey PRIMARY KEY (store_id)
);
ALTER TABLE design_live ENABLE ROW LEVEL SECURITY;
ALTER TABLE design_live FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON design_live FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON design_live FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON design_live TO tezgah_runtime;
GRANT SELECT (store_id, hash) ON design_live TO tezgah_storefront;

CREATE TABLE design_version (
  store_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL,
  hash text COLLATE "C" NOT NULL,
  theme text NOT NULL,
  theme_version text NOT NULL,
  pack text COLLATE "C" NOT NULL,
  kit text NOT NULL,
  label text,
  from_seq integer,
  by_kind text NOT NULL,
  by_id text COLLATE "C" NOT NULL,
  published_at timestamp with time zone NOT NULL,
  CONSTRAINT design_version_pkey PRIMARY KEY (store_id, seq)
);
ALTER TABLE design_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE design_version FORCE ROW LEVEL SECURITY;
CREATE INDEX design_version_hash ON public.design_version USING btree (store_id, hash);
CREATE POLICY store ON design_version FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON design_version TO tezgah_runtime;

CREATE TABLE store (
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  generation integer NOT NULL DEFAULT 1,
  storefront_generation integer NOT NULL DEFAULT 1,
  token_default_expiry_days integer NOT NULL DEFAULT 90,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  moved_by text COLLATE "C",
  slug text COLLATE "C" NOT NULL,
  second_factor_required boolean NOT NULL DEFAULT false,
  CONSTRAINT store_slug_form CHECK ((slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'::text)),
  CONSTRAINT store_pkey PRIMARY KEY (id)
) WITH (fillfactor=50);
ALTER TABLE store ENABLE ROW LEVEL SECURITY;
ALTER TABLE store FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX store_slug ON public.store USING btree (slug);
CREATE POLICY functions ON store FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON store FOR ALL TO tezgah_runtime
  USING ((id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON store TO tezgah_runtime;

CREATE TABLE store_channel_settings (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  push jsonb NOT NULL,
  pull jsonb NOT NULL,
  price_rule jsonb NOT NULL,
  buffer integer,
  resend_minutes integer NOT NULL,
  brake_percent integer NOT NULL,
  disconnect text COLLATE "C",
  buyer_mail text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT store_channel_settings_pkey PRIMARY KEY (store_id, extension)
);
ALTER TABLE store_channel_settings ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_channel_settings FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON store_channel_settings FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON store_channel_settings FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON store_channel_settings TO tezgah_runtime;

CREATE TABLE store_checkout (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  delivery_min_days integer,
  delivery_max_days integer,
  return_carrier text,
  return_cost_borne_by text NOT NULL,
  return_cost_disclosure text,
  cash_on_delivery boolean NOT NULL,
  cash_on_delivery_fee bigint NOT NULL,
  cash_on_delivery_cap bigint,
  bank_accounts jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  shipping_fee bigint NOT NULL,
  free_shipping_from bigint,
  transfer_days integer,
  CONSTRAINT store_checkout_pkey PRIMARY KEY (store_id)
);
ALTER TABLE store_checkout ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_checkout FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON store_checkout FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON store_checkout TO tezgah_runtime;

CREATE TABLE store_flag (
  store_id text COLLATE "C" NOT NULL,
  flag text COLLATE "C" NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT store_flag_pkey PRIMARY KEY (store_id, flag)
);
ALTER TABLE store_flag ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_flag FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON store_flag FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON store_flag FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON store_flag TO tezgah_runtime;
GRANT SELECT (store_id, flag) ON store_flag TO tezgah_storefront;

CREATE TABLE store_identity (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  legal_form text NOT NULL,
  title text NOT NULL,
  tax_office text NOT NULL,
  tax_number text,
  mersis text,
  address text NOT NULL,
  district text NOT NULL,
  province text NOT NULL,
  email text NOT NULL,
  phone text NOT NULL,
  kep text,
  sealed jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT store_identity_pkey PRIMARY KEY (store_id)
);
ALTER TABLE store_identity ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_identity FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON store_identity FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON store_identity TO tezgah_runtime;

CREATE TABLE store_stock_policy (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  marketplace_buffer integer NOT NULL,
  untracked_quantity integer NOT NULL,
  restock_on_cancel boolean NOT NULL,
  restock_on_return boolean NOT NULL,
  zero_when_archived boolean NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT store_stock_policy_pkey PRIMARY KEY (store_id)
);
ALTER TABLE store_stock_policy ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_stock_policy FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON store_stock_policy FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON store_stock_policy FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON store_stock_policy TO tezgah_runtime;

CREATE TABLE store_update (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  kind text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  from_version text NOT NULL,
  to_version text NOT NULL,
  class text COLLATE "C" NOT NULL,
  base_rev integer NOT NULL,
  before_hash text COLLATE "C",
  hash text COLLATE "C",
  report jsonb NOT NULL,
  state text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  seq integer,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT store_update_class_check CHECK ((class = ANY (ARRAY['patch'::text, 'minor'::text, 'major'::text]))),
  CONSTRAINT store_update_kind_check CHECK ((kind = ANY (ARRAY['theme'::text, 'extension'::text]))),
  CONSTRAINT store_update_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'blocked'::text, 'dismissed'::text, 'applied'::text, 'superseded'::text]))),
  CONSTRAINT store_update_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE store_update ENABLE ROW LEVEL SECURITY;
ALTER TABLE store_update FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX store_update_open ON public.store_update USING btree (store_id, kind, name) WHERE (state = ANY (ARRAY['pending'::text, 'blocked'::text, 'dismissed'::text]));
CREATE INDEX store_update_state ON public.store_update USING btree (store_id, state, id);
CREATE POLICY store ON store_update FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON store_update TO tezgah_runtime;

CREATE TABLE storefront_kv (
  store_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  value jsonb NOT NULL,
  projected_at timestamp with time zone NOT NULL DEFAULT now(),
  category_id text COLLATE "C" GENERATED ALWAYS AS ((value ->> 'categoryId'::text)) STORED,
  thing_id text COLLATE "C" GENERATED ALWAYS AS ((value ->> 'id'::text)) STORED,
  shelf_price bigint GENERATED ALWAYS AS (shelf_price(value)) STORED,
  is_stocked boolean GENERATED ALWAYS AS (shelf_stocked(value)) STORED,
  CONSTRAINT storefront_kv_pkey PRIMARY KEY (store_id, key)
);
ALTER TABLE storefront_kv ENABLE ROW LEVEL SECURITY;
ALTER TABLE storefront_kv FORCE ROW LEVEL SECURITY;
CREATE INDEX storefront_kv_category ON public.storefront_kv USING btree (store_id, category_id, key) WHERE (category_id IS NOT NULL);
CREATE INDEX storefront_kv_category_price ON public.storefront_kv USING btree (store_id, category_id, shelf_price, key) WHERE (category_id IS NOT NULL);
CREATE INDEX storefront_kv_category_thing ON public.storefront_kv USING btree (store_id, category_id, thing_id) WHERE (category_id IS NOT NULL);
CREATE INDEX storefront_kv_price ON public.storefront_kv USING btree (store_id, shelf_price, key) WHERE (shelf_price IS NOT NULL);
CREATE INDEX storefront_kv_thing ON public.storefront_kv USING btree (store_id, thing_id);
CREATE POLICY store ON storefront_kv FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON storefront_kv FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON storefront_kv TO tezgah_runtime;
GRANT SELECT ON storefront_kv TO tezgah_storefront;

CREATE TABLE storefront_mark (
  store_id text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  CONSTRAINT storefront_mark_pkey PRIMARY KEY (store_id, name, audit_id)
);
ALTER TABLE storefront_mark ENABLE ROW LEVEL SECURITY;
ALTER TABLE storefront_mark FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON storefront_mark FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT ON storefront_mark TO tezgah_runtime;

CREATE TABLE storefront_moved (
  store_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  thing_id text COLLATE "C" NOT NULL,
  moved_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT storefront_moved_pkey PRIMARY KEY (store_id, key)
);
ALTER TABLE storefront_moved ENABLE ROW LEVEL SECURITY;
ALTER TABLE storefront_moved FORCE ROW LEVEL SECURITY;
CREATE INDEX storefront_moved_age ON public.storefront_moved USING btree (store_id, moved_at, key);
CREATE POLICY store ON storefront_moved FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON storefront_moved FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON storefront_moved TO tezgah_runtime;
GRANT SELECT (store_id, key, thing_id) ON storefront_moved TO tezgah_storefront;

CREATE TABLE update_look (
  store_id text COLLATE "C" NOT NULL,
  asked text COLLATE "C" NOT NULL,
  CONSTRAINT update_look_pkey PRIMARY KEY (store_id)
);
ALTER TABLE update_look ENABLE ROW LEVEL SECURITY;
ALTER TABLE update_look FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON update_look FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON update_look FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON update_look TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.free_slug(base text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE tried text := base; nth integer := 1;
BEGIN
  -- Whoever opens a store of the same name waits for the one before.
  PERFORM pg_advisory_xact_lock(hashtextextended('slug', 7));
  WHILE EXISTS (SELECT FROM store s WHERE s.slug = tried) LOOP
    nth := nth + 1;
    tried := base || '-' || nth;
  END LOOP;
  RETURN tried;
END
$function$;
GRANT EXECUTE ON FUNCTION free_slug(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.list_stores(after text, batch integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT id FROM store WHERE id > after COLLATE "C" ORDER BY id LIMIT batch
$function$;
GRANT EXECUTE ON FUNCTION list_stores(text,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_updates(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT store_id, store_id, '{}'::jsonb FROM update_look) AS open (id, store_id, facts)
  WHERE open.id COLLATE "C" > after
    AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
  ORDER BY open.id COLLATE "C" LIMIT batch
) AS o
CROSS JOIN LATERAL (
  SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
  WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
) AS r (restarts, rested)
ORDER BY o.id COLLATE "C"
$function$;
GRANT EXECUTE ON FUNCTION open_updates(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.shelf_price(shown jsonb)
 RETURNS bigint
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
DECLARE
  least bigint := (shown ->> 'price')::bigint;
  one jsonb;
  price bigint;
BEGIN
  IF jsonb_typeof(shown -> 'variants') <> 'array' OR shown -> 'variants' = '[]' THEN
    RETURN least;
  END IF;
  price := least;
  least := NULL;
  FOR one IN SELECT jsonb_array_elements(shown -> 'variants') LOOP
    least := least(least, coalesce((one ->> 'price')::bigint, price));
  END LOOP;
  RETURN least;
END
$function$;

CREATE OR REPLACE FUNCTION public.shelf_stocked(shown jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
BEGIN
  IF shown -> 'price' IS NULL THEN
    RETURN NULL;
  END IF;
  IF jsonb_typeof(shown -> 'variants') <> 'array' OR shown -> 'variants' = '[]' THEN
    RETURN (shown ->> 'stock')::int IS DISTINCT FROM 0;
  END IF;
  RETURN shown @? '$.variants[*] ? (@.stock != 0)';
END
$function$;

CREATE OR REPLACE FUNCTION public.store_at(named text)
 RETURNS TABLE(id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT s.id FROM store s WHERE s.slug = named
$function$;
GRANT EXECUTE ON FUNCTION store_at(text) TO tezgah_runtime;
GRANT EXECUTE ON FUNCTION store_at(text) TO tezgah_storefront;

CREATE OR REPLACE FUNCTION public.store_names(ids text[])
 RETURNS TABLE(id text, name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT id, name FROM store WHERE id = ANY (ids)
$function$;
GRANT EXECUTE ON FUNCTION store_names(text[]) TO tezgah_runtime;
