-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE cargo_sender (
  id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  rev integer NOT NULL DEFAULT 1,
  extension text COLLATE "C" NOT NULL,
  reference text COLLATE "C" NOT NULL,
  name text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  address text NOT NULL,
  district text NOT NULL,
  province text NOT NULL,
  postal_code text NOT NULL,
  state text COLLATE "C" NOT NULL,
  remote_id text COLLATE "C",
  failure text,
  asked smallint NOT NULL DEFAULT 0,
  asked_at timestamp with time zone,
  waiting_for text,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  updated_at timestamp with time zone NOT NULL DEFAULT now(),
  missing_since timestamp with time zone,
  CONSTRAINT cargo_sender_check CHECK (((state = 'ready'::text) = (remote_id IS NOT NULL))),
  CONSTRAINT cargo_sender_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT cargo_sender_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE cargo_sender ENABLE ROW LEVEL SECURITY;
ALTER TABLE cargo_sender FORCE ROW LEVEL SECURITY;
CREATE INDEX cargo_sender_creating ON public.cargo_sender USING btree (store_id, extension) WHERE (state = 'creating'::text);
CREATE INDEX cargo_sender_open ON public.cargo_sender USING btree (id) WHERE (state = 'creating'::text);
CREATE POLICY functions ON cargo_sender FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON cargo_sender FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON cargo_sender TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_cargo_sender(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('senderId', s.id) FROM cargo_sender s WHERE s.state = 'creating') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_cargo_sender(text,text,integer,interval) TO tezgah_runtime;
