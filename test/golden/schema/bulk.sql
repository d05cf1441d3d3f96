-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE bulk_import (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  name text NOT NULL,
  audit_ids text[] COLLATE "C" NOT NULL DEFAULT '{}'::text[],
  created_at timestamp with time zone NOT NULL,
  CONSTRAINT bulk_import_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT bulk_import_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE bulk_import ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_import FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON bulk_import FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON bulk_import TO tezgah_runtime;

CREATE TABLE bulk_recording (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  act text COLLATE "C" NOT NULL,
  terms jsonb NOT NULL,
  subjects text[] COLLATE "C" NOT NULL,
  planned integer NOT NULL DEFAULT 0,
  CONSTRAINT bulk_recording_store_id_id_fkey FOREIGN KEY (store_id, id) REFERENCES proposal(store_id, id),
  CONSTRAINT bulk_recording_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE bulk_recording ENABLE ROW LEVEL SECURITY;
ALTER TABLE bulk_recording FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON bulk_recording FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON bulk_recording FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON bulk_recording TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_bulk_recording(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT b.id, b.store_id, jsonb_build_object('proposalId', b.id) FROM bulk_recording b) AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_bulk_recording(text,text,integer,interval) TO tezgah_runtime;
