-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.adopt_sealing_key(adopted text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ INSERT INTO sealing_key (id, adopted_at) VALUES (adopted, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET adopted_at = EXCLUDED.adopted_at, unused_at = NULL $function$;

CREATE OR REPLACE FUNCTION public.keep_digest_keys(fresh bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ INSERT INTO digest_keys (sealed) VALUES (fresh) ON CONFLICT DO NOTHING $function$;

CREATE OR REPLACE FUNCTION public.note_sealing_keys(found text[], gone text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ INSERT INTO sealing_key (id, adopted_at)
           SELECT known, 'epoch' FROM unnest(found) AS known ON CONFLICT (id) DO UPDATE SET unused_at = NULL;
         UPDATE sealing_key SET unused_at = now() WHERE id = ANY (gone) AND unused_at IS NULL $function$;

CREATE OR REPLACE FUNCTION public.reseal_digest_keys(was bytea, fresh bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ UPDATE digest_keys SET sealed = fresh WHERE sealed = was $function$;

CREATE OR REPLACE FUNCTION public.sealed_digest_keys()
 RETURNS bytea
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT sealed FROM digest_keys $function$;

CREATE OR REPLACE FUNCTION public.sealing_keys()
 RETURNS TABLE(id text, adopted_at timestamp with time zone, unused_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT id, adopted_at, unused_at FROM sealing_key ORDER BY adopted_at DESC, id $function$;
