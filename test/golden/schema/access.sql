-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE TABLE access_token (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  digest bytea NOT NULL,
  kind text NOT NULL,
  label text NOT NULL,
  scopes text[] NOT NULL,
  workspace_id text COLLATE "C",
  limits jsonb,
  created_by text NOT NULL,
  created_at timestamp with time zone NOT NULL,
  expires_at timestamp with time zone NOT NULL,
  revoked_at timestamp with time zone,
  used_at timestamp with time zone,
  CONSTRAINT access_token_check CHECK (((kind = 'developer'::text) OR (workspace_id IS NOT NULL))),
  CONSTRAINT access_token_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'developer'::text]))),
  CONSTRAINT access_token_scopes_check CHECK ((cardinality(scopes) <= 10)),
  CONSTRAINT access_token_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT access_token_store_id_workspace_id_fkey FOREIGN KEY (store_id, workspace_id) REFERENCES workspace(store_id, id),
  CONSTRAINT access_token_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE access_token ENABLE ROW LEVEL SECURITY;
ALTER TABLE access_token FORCE ROW LEVEL SECURITY;
CREATE UNIQUE INDEX access_token_digest ON public.access_token USING btree (digest);
CREATE POLICY functions ON access_token FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON access_token FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON access_token TO tezgah_runtime;

CREATE TABLE workspace (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  name text NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  archived_at timestamp with time zone,
  CONSTRAINT workspace_kind_check CHECK ((kind = ANY (ARRAY['agent'::text, 'developer'::text]))),
  CONSTRAINT workspace_store_id_fkey FOREIGN KEY (store_id) REFERENCES store(id),
  CONSTRAINT workspace_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE workspace ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON workspace FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
CREATE POLICY storefront ON workspace FOR SELECT TO tezgah_storefront
  USING ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace TO tezgah_runtime;
GRANT SELECT (store_id, id, archived_at) ON workspace TO tezgah_storefront;

CREATE TABLE workspace_sandbox (
  store_id text COLLATE "C" NOT NULL,
  workspace_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  reason text,
  wanted text COLLATE "C",
  epoch integer NOT NULL,
  kept boolean NOT NULL,
  attempt text COLLATE "C",
  started_at timestamp with time zone,
  changed_at timestamp with time zone NOT NULL,
  backup_id text COLLATE "C",
  backup_object text COLLATE "C",
  backup_digest text COLLATE "C",
  backup_bytes bigint,
  backed_up_at timestamp with time zone,
  backup_expires_at timestamp with time zone,
  host text COLLATE "C",
  CONSTRAINT workspace_sandbox_state_check CHECK ((state = ANY (ARRAY['cold'::text, 'starting'::text, 'warm'::text, 'backing_up'::text, 'destroying'::text, 'failed'::text, 'archived'::text]))),
  CONSTRAINT workspace_sandbox_wanted_check CHECK ((wanted = ANY (ARRAY['refresh'::text, 'archive'::text]))),
  CONSTRAINT workspace_sandbox_store_id_workspace_id_fkey FOREIGN KEY (store_id, workspace_id) REFERENCES workspace(store_id, id),
  CONSTRAINT workspace_sandbox_pkey PRIMARY KEY (store_id, workspace_id)
);
ALTER TABLE workspace_sandbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE workspace_sandbox FORCE ROW LEVEL SECURITY;
CREATE INDEX workspace_sandbox_expiry ON public.workspace_sandbox USING btree (backup_expires_at) WHERE (backup_expires_at IS NOT NULL);
CREATE INDEX workspace_sandbox_object ON public.workspace_sandbox USING btree (store_id, backup_object) WHERE (backup_object IS NOT NULL);
CREATE INDEX workspace_sandbox_open ON public.workspace_sandbox USING btree (workspace_id) WHERE ((state = ANY (ARRAY['starting'::text, 'warm'::text, 'backing_up'::text, 'destroying'::text])) OR (wanted IS NOT NULL));
CREATE POLICY functions ON workspace_sandbox FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON workspace_sandbox FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT DELETE, INSERT, SELECT, UPDATE ON workspace_sandbox TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.count_sandboxes()
 RETURNS TABLE(host text, state text, sandboxes bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT host, state, count(*) FROM workspace_sandbox WHERE state <> 'archived' GROUP BY 1, 2
$function$;
GRANT EXECUTE ON FUNCTION count_sandboxes() TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.end_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
  PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.id, NULL));
  RETURN NEW;
END
$function$;
CREATE TRIGGER access_token_end BEFORE UPDATE OF revoked_at ON public.access_token FOR EACH ROW WHEN (((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL))) EXECUTE FUNCTION end_token();

CREATE OR REPLACE FUNCTION public.expired_backups(moment timestamp with time zone, batch integer)
 RETURNS TABLE(store_id text, workspace_id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT s.store_id, s.workspace_id FROM workspace_sandbox s
WHERE s.backup_expires_at <= moment ORDER BY s.backup_expires_at LIMIT batch
$function$;
GRANT EXECUTE ON FUNCTION expired_backups(timestamp with time zone,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.find_tokens(digests bytea[])
 RETURNS SETOF access_token
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT * FROM access_token WHERE digest = ANY(digests) AND revoked_at IS NULL AND expires_at > now()
$function$;
GRANT EXECUTE ON FUNCTION find_tokens(bytea[]) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.open_workspaces(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
FROM (
  SELECT open.id, open.store_id, open.facts FROM (SELECT workspace_id, store_id, jsonb_build_object('workspaceId', workspace_id) FROM workspace_sandbox
    WHERE state IN ('starting', 'warm', 'backing_up', 'destroying') OR wanted IS NOT NULL) AS open (id, store_id, facts)
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
GRANT EXECUTE ON FUNCTION open_workspaces(text,text,integer,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.touch_tokens(token_ids text[], at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE access_token SET used_at = at WHERE id = ANY(token_ids) AND (used_at IS NULL OR used_at < at)
$function$;
GRANT EXECUTE ON FUNCTION touch_tokens(text[],timestamp with time zone) TO tezgah_runtime;
