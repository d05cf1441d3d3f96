-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE mail (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  state text NOT NULL DEFAULT 'queued'::text,
  last_error text,
  created_at timestamp with time zone NOT NULL,
  sent_at timestamp with time zone,
  token_id text COLLATE "C",
  written boolean NOT NULL DEFAULT true,
  due_at timestamp with time zone,
  owner_id text COLLATE "C",
  letter text COLLATE "C",
  about text COLLATE "C",
  CONSTRAINT mail_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'dropped'::text]))),
  CONSTRAINT mail_to CHECK (((owner_id IS NULL) = ((letter IS NOT NULL) AND (about IS NOT NULL)))),
  CONSTRAINT mail_owner FOREIGN KEY (owner_id) REFERENCES owner_account(id) ON DELETE CASCADE,
  CONSTRAINT mail_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE mail ENABLE ROW LEVEL SECURITY;
ALTER TABLE mail FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX mail_digest ON public.mail USING btree (store_id, token_id, owner_id) WHERE ((NOT written) AND (state = 'queued'::text));
CREATE INDEX mail_of_owner ON public.mail USING btree (owner_id);
CREATE INDEX mail_queued ON public.mail USING btree (id) WHERE (state = 'queued'::text);
CREATE INDEX mail_token ON public.mail USING btree (store_id, token_id, id);
CREATE POLICY functions ON mail FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON mail FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON mail TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_mail(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT m.id, m.store_id, jsonb_build_object('mailId', m.id) FROM mail m WHERE m.state = 'queued') AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_mail(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.sweep_mails(life interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
WITH swept AS (
  DELETE FROM mail WHERE (store_id, id) IN
    (SELECT store_id, id FROM mail WHERE state <> 'queued' AND created_at < now() - life LIMIT batch) RETURNING 1)
SELECT count(*) FROM swept
$function$;
GRANT EXECUTE ON FUNCTION sweep_mails(interval,integer) TO tezgah_runtime;
