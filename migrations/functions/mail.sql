-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.open_mail(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
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
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.sweep_mails(life interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ WITH swept AS (
           DELETE FROM mail WHERE (store_id, id) IN
             (SELECT store_id, id FROM mail WHERE state <> 'queued' AND created_at < now() - life LIMIT batch) RETURNING 1)
         SELECT count(*) FROM swept $function$;
