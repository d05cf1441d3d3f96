-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.forget_exec_keys(life interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ WITH old AS (
           SELECT store_id, principal_id, key FROM workspace_exec_key WHERE claimed_at < now() - life ORDER BY claimed_at LIMIT batch
         ), gone AS (
           DELETE FROM workspace_exec_key k USING old o
           WHERE k.store_id = o.store_id AND k.principal_id = o.principal_id AND k.key = o.key RETURNING 1
         ) SELECT count(*) FROM gone $function$;
