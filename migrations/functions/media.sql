-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.count_media()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
        BEGIN
          IF TG_OP = 'INSERT' THEN
            INSERT INTO media_share AS s (store_id, files, bytes) VALUES (NEW.store_id, 1, NEW.size)
            ON CONFLICT (store_id) DO UPDATE SET files = s.files + 1, bytes = s.bytes + EXCLUDED.bytes;
          ELSE
            UPDATE media_share SET files = files - 1, bytes = bytes - OLD.size WHERE store_id = OLD.store_id;
          END IF;
          RETURN NULL;
        END $function$

CREATE TRIGGER count_media AFTER INSERT OR DELETE ON public.media FOR EACH ROW EXECUTE FUNCTION count_media();

CREATE OR REPLACE FUNCTION public.open_media(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE f.state = 'processing' OR f.awaits_avif) AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;
