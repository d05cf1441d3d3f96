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
