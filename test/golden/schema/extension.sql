-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE extension (
  store_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  version text NOT NULL,
  enabled boolean NOT NULL DEFAULT false,
  config jsonb NOT NULL DEFAULT '{}'::jsonb,
  rev integer NOT NULL DEFAULT 1,
  installed_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  granted jsonb,
  hooks_off jsonb NOT NULL DEFAULT '[]'::jsonb,
  CONSTRAINT extension_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT extension_pkey PRIMARY KEY (store_id, key)
);
ALTER TABLE extension ENABLE ROW LEVEL SECURITY;
ALTER TABLE extension FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON extension FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON extension FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON extension FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON extension TO tezgah_runtime;
GRANT SELECT (store_id, key, version, enabled) ON extension TO tezgah_storefront;

CREATE TABLE extension_gone (
  store_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  rev integer NOT NULL,
  granted jsonb,
  CONSTRAINT extension_gone_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT extension_gone_pkey PRIMARY KEY (store_id, key)
);
ALTER TABLE extension_gone ENABLE ROW LEVEL SECURITY;
ALTER TABLE extension_gone FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON extension_gone FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON extension_gone TO tezgah_runtime;

CREATE TABLE extension_secret (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  sealed bytea NOT NULL,
  set_at timestamp with time zone NOT NULL,
  CONSTRAINT extension_secret_pkey PRIMARY KEY (store_id, extension, key)
);
ALTER TABLE extension_secret ENABLE ROW LEVEL SECURITY;
ALTER TABLE extension_secret FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON extension_secret FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON extension_secret FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON extension_secret TO tezgah_runtime;

CREATE TABLE hook_breaker (
  store_id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  point text COLLATE "C" NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  history jsonb NOT NULL DEFAULT '[]'::jsonb,
  tripped_at timestamp with time zone,
  trip text COLLATE "C",
  given_up boolean NOT NULL DEFAULT false,
  CONSTRAINT hook_breaker_check CHECK (((tripped_at IS NULL) = (trip IS NULL))),
  CONSTRAINT hook_breaker_pkey PRIMARY KEY (store_id, extension, point)
);
ALTER TABLE hook_breaker ENABLE ROW LEVEL SECURITY;
ALTER TABLE hook_breaker FORCE ROW LEVEL SECURITY;
CREATE INDEX hook_breaker_trip ON public.hook_breaker USING btree (trip) WHERE (trip IS NOT NULL);
CREATE POLICY functions ON hook_breaker FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON hook_breaker FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON hook_breaker TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.extensions_mark()
 RETURNS TABLE(mark text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT count(*) FILTER (WHERE e.enabled) || ' ' || count(*) || ' ' || coalesce(max(e.updated_at)::text, '') FROM extension e
$function$;
GRANT EXECUTE ON FUNCTION extensions_mark() TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.list_enabled_extensions(after_store text, after_key text, batch integer)
 RETURNS TABLE(store_id text, key text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT e.store_id, e.key FROM extension e
WHERE e.enabled AND (e.store_id, e.key) > (after_store COLLATE "C", after_key COLLATE "C")
ORDER BY e.store_id, e.key LIMIT batch
$function$;
GRANT EXECUTE ON FUNCTION list_enabled_extensions(text,text,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_hook_breaker(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT b.trip, b.store_id, jsonb_build_object('tripId', b.trip, 'extension', b.extension, 'point', b.point)
    FROM hook_breaker b WHERE b.trip IS NOT NULL AND NOT b.given_up) AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_hook_breaker(text,text,integer,interval) TO tezgah_runtime;
