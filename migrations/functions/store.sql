-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.list_stores(after text, batch integer)
 RETURNS SETOF text
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT id FROM store WHERE id > after COLLATE "C" ORDER BY id LIMIT batch $function$;

CREATE OR REPLACE FUNCTION public.store_names(ids text[])
 RETURNS TABLE(id text, name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT id, name FROM store WHERE id = ANY (ids) $function$;
