-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.sweep_checkout_sessions(rest interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ WITH swept AS (
           DELETE FROM checkout_session WHERE (store_id, id) IN
             (SELECT store_id, id FROM checkout_session WHERE expires_at < now() - rest LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1)
         SELECT count(*) FROM swept $function$;
