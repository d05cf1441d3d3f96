-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.channels_to_push()
 RETURNS TABLE(store_id text, extension text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT e.store_id, e.key FROM extension e LEFT JOIN channel_watch w ON w.store_id = e.store_id AND w.extension = e.key
         CROSS JOIN LATERAL (SELECT CASE WHEN w.seen_at < now() - interval '5 seconds' THEN w.seen_at - interval '5 seconds' ELSE w.seen_at END AS since) AS look
         WHERE e.enabled
           AND COALESCE(e.granted->'actions' ? 'offers.send', true)
           AND EXISTS (SELECT FROM channel_listing l WHERE l.extension = e.key AND l.store_id = e.store_id)
           AND (w.store_id IS NULL
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq IS NULL)
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq > w.seq)
             OR EXISTS (SELECT FROM channel_change c WHERE c.store_id = e.store_id)
             OR EXISTS (SELECT FROM channel_listing l
               WHERE l.extension = e.key AND l.store_id = e.store_id AND l.updated_at > look.since)
             OR EXISTS (SELECT FROM store_channel_settings s
               WHERE s.store_id = e.store_id AND s.extension = e.key AND s.updated_at > look.since)
             OR EXISTS (SELECT FROM store_stock_policy s WHERE s.store_id = e.store_id AND s.updated_at > look.since)
             OR EXISTS (SELECT FROM channel_offer o
               WHERE o.extension = e.key AND o.store_id = e.store_id AND o.due_at <= now())
             OR EXISTS (SELECT FROM channel_sending s
               WHERE s.extension = e.key AND s.store_id = e.store_id AND s.next_at <= now() AND s.kind = 'offers')) $function$;

CREATE OR REPLACE FUNCTION public.note_channel_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
      DECLARE
        of_product text;
      BEGIN
        IF TG_TABLE_NAME = 'catalog_product' THEN of_product := OLD.id; ELSE of_product := OLD.product_id; END IF;
        IF EXISTS (SELECT FROM channel_listing l WHERE l.store_id = OLD.store_id AND l.product_id = of_product) THEN
          INSERT INTO channel_change (store_id, product_id) VALUES (OLD.store_id, of_product)
          ON CONFLICT (store_id, product_id) DO UPDATE SET product_id = excluded.product_id;
        END IF;
        RETURN NULL;
      END $function$

CREATE TRIGGER catalog_product_channels AFTER UPDATE ON public.catalog_product FOR EACH ROW WHEN ((((((old.price IS DISTINCT FROM new.price) OR (old.barcode IS DISTINCT FROM new.barcode)) OR (old.status IS DISTINCT FROM new.status)) OR (old.variant_count IS DISTINCT FROM new.variant_count)) OR ((old.stock IS NULL) IS DISTINCT FROM (new.stock IS NULL)))) EXECUTE FUNCTION note_channel_change()
CREATE TRIGGER catalog_variant_channels AFTER UPDATE ON public.catalog_variant FOR EACH ROW WHEN ((((old.price IS DISTINCT FROM new.price) OR (old.barcode IS DISTINCT FROM new.barcode)) OR ((old.stock IS NULL) IS DISTINCT FROM (new.stock IS NULL)))) EXECUTE FUNCTION note_channel_change()
CREATE TRIGGER catalog_variant_channels_gone AFTER DELETE ON public.catalog_variant FOR EACH ROW EXECUTE FUNCTION note_channel_change();

CREATE OR REPLACE FUNCTION public.open_channel_job(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, 'input', j.input)
     FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')) AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.open_jobs()
 RETURNS TABLE(kind text, state text, jobs bigint)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT kind, state, count(*) FROM channel_job WHERE state IN ('queued', 'running', 'cancelling') GROUP BY 1, 2 $function$;
