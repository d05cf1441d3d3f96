-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE workspace_activity (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  kind text COLLATE "C" NOT NULL,
  by_kind text COLLATE "C" NOT NULL,
  by_id text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  begun_at timestamp with time zone NOT NULL,
  ends_by timestamp with time zone NOT NULL,
  CONSTRAINT workspace_activity_kind_check CHECK ((kind = ANY (ARRAY['exec'::text, 'list'::text, 'read'::text, 'write'::text, 'backup'::text, 'restore'::text, 'refresh'::text, 'archive'::text, 'expire'::text, 'loss'::text]))),
  CONSTRAINT workspace_activity_store_id_workspace_id_fkey FOREIGN KEY (store_id, workspace_id) REFERENCES workspace(store_id, id),
  CONSTRAINT workspace_activity_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE workspace_activity ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_activity FORCE ROW LEVEL SECURITY;
CREATE INDEX workspace_activity_newest ON public.workspace_activity USING btree (store_id, workspace_id, id DESC);
CREATE POLICY store ON workspace_activity FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON workspace_activity TO tezgah_runtime;

CREATE TABLE workspace_activity_end (
  store_id text COLLATE "C" NOT NULL,
  activity_id text COLLATE "C" NOT NULL,
  outcome text COLLATE "C" NOT NULL,
  exit_code integer,
  duration_ms integer NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT workspace_activity_end_store_id_activity_id_fkey FOREIGN KEY (store_id, activity_id) REFERENCES workspace_activity(store_id, id),
  CONSTRAINT workspace_activity_end_pkey PRIMARY KEY (store_id, activity_id)
);
ALTER TABLE workspace_activity_end ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_activity_end FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON workspace_activity_end FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON workspace_activity_end TO tezgah_runtime;

CREATE TABLE workspace_exec_key (
  store_id text COLLATE "C" NOT NULL,
  principal_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  activity_id text COLLATE "C" NOT NULL,
  digest text COLLATE "C" NOT NULL,
  answer text,
  claimed_at timestamp with time zone NOT NULL,
  ends_by timestamp with time zone NOT NULL,
  sealed_output bytea,
  output_bytes integer,
  CONSTRAINT workspace_exec_key_pkey PRIMARY KEY (store_id, principal_id, key)
);
ALTER TABLE workspace_exec_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_exec_key FORCE ROW LEVEL SECURITY;
CREATE INDEX workspace_exec_key_claimed ON public.workspace_exec_key USING btree (claimed_at);
CREATE INDEX workspace_exec_key_output ON public.workspace_exec_key USING btree (store_id, claimed_at DESC) INCLUDE (output_bytes) WHERE (sealed_output IS NOT NULL);
CREATE POLICY functions ON workspace_exec_key FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON workspace_exec_key FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace_exec_key TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.forget_exec_keys(life interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
WITH old AS (
  SELECT store_id, principal_id, key FROM workspace_exec_key WHERE claimed_at < now() - life ORDER BY claimed_at LIMIT batch
), gone AS (
  DELETE FROM workspace_exec_key k USING old o
  WHERE k.store_id = o.store_id AND k.principal_id = o.principal_id AND k.key = o.key RETURNING 1
) SELECT count(*) FROM gone
$function$;
GRANT EXECUTE ON FUNCTION forget_exec_keys(interval,integer) TO tezgah_runtime;
