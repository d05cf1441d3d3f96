-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE metafield_definition (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  target text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  type text NOT NULL,
  list boolean NOT NULL,
  label text NOT NULL,
  description text,
  validations jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  CONSTRAINT metafield_definition_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE metafield_definition ENABLE ROW LEVEL SECURITY;
ALTER TABLE metafield_definition FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX metafield_definition_key ON public.metafield_definition USING btree (store_id, target, key);
CREATE POLICY functions ON metafield_definition FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON metafield_definition FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON metafield_definition FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON metafield_definition TO tezgah_runtime;
GRANT SELECT (store_id, target, key, type, list, label) ON metafield_definition TO tezgah_storefront;

CREATE TABLE metafield_index (
  store_id text COLLATE "C" NOT NULL,
  owner_id text COLLATE "C" NOT NULL,
  definition_id text COLLATE "C" NOT NULL,
  "position" integer NOT NULL,
  text text COLLATE "C",
  number double precision,
  CONSTRAINT metafield_index_pkey PRIMARY KEY (store_id, owner_id, definition_id, "position")
);
ALTER TABLE metafield_index ENABLE ROW LEVEL SECURITY;
ALTER TABLE metafield_index FORCE ROW LEVEL SECURITY;
CREATE INDEX metafield_index_keys ON public.metafield_index USING gin (search_keys(store_id, text)) WHERE (text IS NOT NULL);
CREATE INDEX metafield_index_number ON public.metafield_index USING btree (store_id, definition_id, number, owner_id) WHERE (number IS NOT NULL);
CREATE INDEX metafield_index_text ON public.metafield_index USING btree (store_id, definition_id, text, owner_id) WHERE (text IS NOT NULL);
CREATE POLICY functions ON metafield_index FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON metafield_index FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON metafield_index TO tezgah_runtime;

CREATE TABLE metafield_purge (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  total integer NOT NULL,
  done integer NOT NULL DEFAULT 0,
  place text COLLATE "C" NOT NULL DEFAULT ''::text,
  created_at timestamp with time zone NOT NULL,
  given_up boolean NOT NULL DEFAULT false,
  definition jsonb NOT NULL,
  CONSTRAINT metafield_purge_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE metafield_purge ENABLE ROW LEVEL SECURITY;
ALTER TABLE metafield_purge FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON metafield_purge FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON metafield_purge FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON metafield_purge TO tezgah_runtime;

CREATE TABLE metafield_values (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  owner_id text COLLATE "C" NOT NULL,
  content jsonb NOT NULL,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  shown jsonb NOT NULL DEFAULT '[]'::jsonb,
  media_ids text[] COLLATE "C" NOT NULL GENERATED ALWAYS AS (media_named(content)) STORED,
  CONSTRAINT metafield_values_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE metafield_values ENABLE ROW LEVEL SECURITY;
ALTER TABLE metafield_values FORCE ROW LEVEL SECURITY;
CREATE INDEX metafield_values_media ON public.metafield_values USING gin (media_ids) WHERE (media_ids <> '{}'::text[]);
CREATE UNIQUE INDEX metafield_values_owner ON public.metafield_values USING btree (store_id, owner_id);
CREATE POLICY functions ON metafield_values FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON metafield_values FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON metafield_values TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.media_named(content jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN RETURN ARRAY(
SELECT DISTINCT name #>> '{}' FROM jsonb_path_query(content, 'strict $.**?(@.type() == "string" && @ starts with "med_")') AS name
WHERE length(name #>> '{}') = 30 ORDER BY 1); END
$function$;

CREATE OR REPLACE FUNCTION public.open_metafield_purge(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT p.id, p.store_id, jsonb_build_object('definitionId', p.id) FROM metafield_purge p WHERE NOT p.given_up) AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_metafield_purge(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.search_metafields(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
AS $function$
SELECT i.owner_id FROM metafield_index i
WHERE search_keys(i.store_id, i.text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (i.store_id = current_setting('app.store_id', true)) IS TRUE AND i.text LIKE ALL (words)
  AND EXISTS (SELECT FROM metafield_definition d WHERE d.store_id = i.store_id AND d.id = i.definition_id)
$function$;
GRANT EXECUTE ON FUNCTION search_metafields(text[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.things_naming(media text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT v.owner_id FROM metafield_values v
WHERE v.store_id = current_setting('app.store_id', true) AND v.media_ids <> '{}' AND v.media_ids @> ARRAY[media]
  AND EXISTS (SELECT FROM jsonb_each(v.content) AS stated(id, value)
    JOIN metafield_definition d ON d.store_id = v.store_id AND d.id = stated.id
    WHERE media_named(stated.value) @> ARRAY[media])
$function$;
GRANT EXECUTE ON FUNCTION things_naming(text) TO tezgah_runtime;
