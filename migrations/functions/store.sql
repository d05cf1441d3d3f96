-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.free_slug(base text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ DECLARE tried text := base; nth integer := 1;
         BEGIN
           -- Whoever opens a store of the same name waits for the one before.
           PERFORM pg_advisory_xact_lock(hashtextextended('slug', 7));
           WHILE EXISTS (SELECT FROM store s WHERE s.slug = tried) LOOP
             nth := nth + 1;
             tried := base || '-' || nth;
           END LOOP;
           RETURN tried;
         END $function$;

CREATE OR REPLACE FUNCTION public.list_stores(after text, batch integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT id FROM store WHERE id > after COLLATE "C" ORDER BY id LIMIT batch $function$;

CREATE OR REPLACE FUNCTION public.open_updates(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT store_id, store_id, '{}'::jsonb FROM update_look) AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.store_at(named text)
 RETURNS TABLE(id text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT s.id FROM store s WHERE s.slug = named $function$;

CREATE OR REPLACE FUNCTION public.store_names(ids text[])
 RETURNS TABLE(id text, name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT id, name FROM store WHERE id = ANY (ids) $function$;
