-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE webhook (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  extension text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  news jsonb NOT NULL,
  state text COLLATE "C" NOT NULL,
  failure text,
  created_at timestamp with time zone NOT NULL,
  handled_at timestamp with time zone,
  CONSTRAINT webhook_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE webhook ENABLE ROW LEVEL SECURITY;
ALTER TABLE webhook FORCE ROW LEVEL SECURITY;
CREATE INDEX webhook_kept ON public.webhook USING btree (id) WHERE (state = 'kept'::text);
CREATE UNIQUE INDEX webhook_told ON public.webhook USING btree (store_id, extension, digest);
CREATE POLICY functions ON webhook FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON webhook FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON webhook TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_webhook(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT w.id, w.store_id, jsonb_build_object('webhookId', w.id) FROM webhook w WHERE w.state = 'kept') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_webhook(text,text,integer,interval) TO tezgah_runtime;
