-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE media (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  state text COLLATE "C" NOT NULL,
  failure text COLLATE "C",
  name text,
  type text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  digest text COLLATE "C" NOT NULL,
  object text COLLATE "C" NOT NULL,
  width integer,
  height integer,
  created_at timestamp with time zone NOT NULL,
  updated_at timestamp with time zone NOT NULL,
  name_words text COLLATE "C" GENERATED ALWAYS AS (title_words(name)) STORED,
  awaits_avif boolean NOT NULL DEFAULT false,
  CONSTRAINT media_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE media ENABLE ROW LEVEL SECURITY;
ALTER TABLE media FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX media_digest ON public.media USING btree (store_id, digest);
CREATE INDEX media_object ON public.media USING btree (store_id, object);
CREATE INDEX media_open ON public.media USING btree (id) WHERE ((state = 'processing'::text) OR awaits_avif);
CREATE POLICY functions ON media FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON media FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON media FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON media TO tezgah_runtime;
GRANT SELECT (store_id, id, state, width, height) ON media TO tezgah_storefront;

CREATE TABLE media_jpeg (
  store_id text COLLATE "C" NOT NULL,
  media_id text COLLATE "C" NOT NULL,
  object text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  CONSTRAINT media_jpeg_store_id_media_id_fkey FOREIGN KEY (store_id, media_id) REFERENCES media(store_id, id) ON DELETE CASCADE,
  CONSTRAINT media_jpeg_pkey PRIMARY KEY (store_id, media_id)
);
ALTER TABLE media_jpeg ENABLE ROW LEVEL SECURITY;
ALTER TABLE media_jpeg FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX media_jpeg_object ON public.media_jpeg USING btree (store_id, object);
CREATE POLICY store ON media_jpeg FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON media_jpeg FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT ON media_jpeg TO tezgah_runtime;
GRANT SELECT ON media_jpeg TO tezgah_storefront;

CREATE TABLE media_share (
  store_id text COLLATE "C" NOT NULL,
  files integer NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT media_share_pkey PRIMARY KEY (store_id)
);
ALTER TABLE media_share ENABLE ROW LEVEL SECURITY;
ALTER TABLE media_share FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON media_share FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON media_share FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT SELECT ON media_share TO tezgah_runtime;

CREATE TABLE media_upload (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  size integer NOT NULL,
  digest text COLLATE "C" NOT NULL,
  object text COLLATE "C",
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  brought_kind text COLLATE "C",
  brought_by text COLLATE "C",
  CONSTRAINT media_upload_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE media_upload ENABLE ROW LEVEL SECURITY;
ALTER TABLE media_upload FORCE ROW LEVEL SECURITY;
CREATE INDEX media_upload_expiry ON public.media_upload USING btree (store_id, expires_at);
CREATE INDEX media_upload_object ON public.media_upload USING btree (store_id, object);
CREATE POLICY store ON media_upload FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT ON media_upload TO tezgah_runtime;
GRANT UPDATE (object) ON media_upload TO tezgah_runtime;

CREATE TABLE media_variant (
  store_id text COLLATE "C" NOT NULL,
  media_id text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  size integer NOT NULL,
  object text COLLATE "C" NOT NULL,
  CONSTRAINT media_variant_store_id_media_id_fkey FOREIGN KEY (store_id, media_id) REFERENCES media(store_id, id) ON DELETE CASCADE,
  CONSTRAINT media_variant_pkey PRIMARY KEY (store_id, media_id, format, width)
);
ALTER TABLE media_variant ENABLE ROW LEVEL SECURITY;
ALTER TABLE media_variant FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX media_variant_object ON public.media_variant USING btree (store_id, object);
CREATE POLICY store ON media_variant FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON media_variant FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT ON media_variant TO tezgah_runtime;
GRANT SELECT ON media_variant TO tezgah_storefront;

CREATE OR REPLACE FUNCTION public.count_media()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO media_share AS s (store_id, files, bytes) VALUES (NEW.store_id, 1, NEW.size)
    ON CONFLICT (store_id) DO UPDATE SET files = s.files + 1, bytes = s.bytes + EXCLUDED.bytes;
  ELSE
    UPDATE media_share SET files = files - 1, bytes = bytes - OLD.size WHERE store_id = OLD.store_id;
  END IF;
  RETURN NULL;
END
$function$;
CREATE TRIGGER count_media AFTER INSERT OR DELETE ON public.media FOR EACH ROW EXECUTE FUNCTION count_media();
-- Nobody calls it but the owner and triggers.

CREATE OR REPLACE FUNCTION public.open_media(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE f.state = 'processing' OR f.awaits_avif) AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_media(text,text,integer,interval) TO tezgah_runtime;
