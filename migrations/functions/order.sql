-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.open_booking(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.state = 'booking') AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.open_payment_attempt(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT p.id, p.store_id, jsonb_build_object('paymentId', p.id) FROM payment p
         WHERE p.order_id IS NULL AND p.state IN ('begun', 'captured', 'returning')
           OR p.order_id IS NOT NULL AND p.review = 'pending' AND p.captured_at > now() - interval '30 days') AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.open_refund(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT r.id, r.store_id, jsonb_build_object('refundId', r.id) FROM order_refund r
         WHERE r.payment_id IS NOT NULL AND r.state = 'requested') AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.open_shipment_cancelling(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.state = 'cancelling') AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.open_shipment_tracking(prefix text, after text, batch integer, counted interval)
 RETURNS TABLE(id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (SELECT s.id, s.store_id, jsonb_build_object('shipmentId', s.id) FROM order_shipment s
         WHERE s.extension IS NOT NULL AND s.remote_id IS NOT NULL AND s.state_at > now() - interval '45 days'
           AND s.state IN ('booked', 'picked_up', 'in_transit', 'out_for_delivery', 'attempt_failed', 'returning', 'lost')) AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C" $function$;

CREATE OR REPLACE FUNCTION public.overdue_transfers(by timestamp with time zone, after_until timestamp with time zone, after_id text, most integer)
 RETURNS TABLE(store_id text, id text, transfer_until timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT store_id, id, transfer_until FROM store_order
         WHERE payment = 'awaiting_transfer' AND transfer_until IS NOT NULL AND transfer_until < by
           AND (transfer_until, id) > (after_until, after_id)
         ORDER BY transfer_until, id LIMIT most $function$;

CREATE OR REPLACE FUNCTION public.search_orders(words text[])
 RETURNS SETOF text
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 20
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
AS $function$
         SELECT id FROM store_order
         WHERE search_keys(store_id, search_text) @> wanted_search_keys(current_setting('app.store_id', true), words) AND (store_id = current_setting('app.store_id', true)) IS TRUE AND search_text LIKE ALL (words) $function$;

CREATE OR REPLACE FUNCTION public.stores_short_of_codes(after text, most integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT DISTINCT store_id FROM order_line
         WHERE codes + cardinality(refunded_units) < quantity AND store_id > after ORDER BY store_id LIMIT most $function$;

CREATE OR REPLACE FUNCTION public.sweep_payment_words(rest interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ WITH said AS (
           UPDATE payment SET failure = substring(failure FROM '^[a-z_]+(?=:|$)'), waiting_for = NULL WHERE (store_id, id) IN
             (SELECT store_id, id FROM payment WHERE order_id IS NULL AND state = 'failed' AND (waiting_for IS NOT NULL OR failure !~ '^[a-z_]+$') AND updated_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
         SELECT count(*) FROM said $function$;

CREATE OR REPLACE FUNCTION public.watch_overdue_transfers(at timestamp with time zone, gap interval)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ INSERT INTO overdue_watch AS watch (since, looked_at) VALUES (at, at)
         ON CONFLICT (sole) DO UPDATE SET looked_at = greatest(watch.looked_at, at),
           since = CASE WHEN watch.looked_at < at - gap THEN at ELSE watch.since END
         RETURNING since $function$;
