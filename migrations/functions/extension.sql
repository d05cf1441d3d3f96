-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.extensions_mark()
 RETURNS TABLE(mark text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT count(*) FILTER (WHERE e.enabled) || ' ' || count(*) || ' ' || coalesce(max(e.updated_at)::text, '') FROM extension e $function$;

CREATE OR REPLACE FUNCTION public.list_enabled_extensions(after_store text, after_key text, batch integer)
 RETURNS TABLE(store_id text, key text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT e.store_id, e.key FROM extension e
         WHERE e.enabled AND (e.store_id, e.key) > (after_store COLLATE "C", after_key COLLATE "C")
         ORDER BY e.store_id, e.key LIMIT batch $function$;

CREATE OR REPLACE FUNCTION public.open_hook_breaker(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
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
     ORDER BY o.id COLLATE "C" $function$;
