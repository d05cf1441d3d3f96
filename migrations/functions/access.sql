-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.count_sandboxes()
 RETURNS TABLE(host text, state text, sandboxes bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT host, state, count(*) FROM workspace_sandbox WHERE state <> 'archived' GROUP BY 1, 2 $function$;

CREATE OR REPLACE FUNCTION public.end_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.id, NULL));
        RETURN NEW;
      END $function$

CREATE TRIGGER access_token_end BEFORE UPDATE OF revoked_at ON public.access_token FOR EACH ROW WHEN (((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL))) EXECUTE FUNCTION end_token();

CREATE OR REPLACE FUNCTION public.expired_backups(moment timestamp with time zone, batch integer)
 RETURNS TABLE(store_id text, workspace_id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT s.store_id, s.workspace_id FROM workspace_sandbox s
         WHERE s.backup_expires_at <= moment ORDER BY s.backup_expires_at LIMIT batch $function$;

CREATE OR REPLACE FUNCTION public.find_tokens(digests bytea[])
 RETURNS SETOF access_token
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT * FROM access_token WHERE digest = ANY(digests) AND revoked_at IS NULL AND expires_at > now() $function$;

CREATE OR REPLACE FUNCTION public.open_workspaces(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
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
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.touch_tokens(token_ids text[], at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ UPDATE access_token SET used_at = at WHERE id = ANY(token_ids) AND (used_at IS NULL OR used_at < at) $function$;
