-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.end_token()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.id, NULL));
        RETURN NEW;
      END $function$

CREATE TRIGGER access_token_end BEFORE UPDATE OF revoked_at ON public.access_token FOR EACH ROW WHEN (((new.revoked_at IS NOT NULL) AND (old.revoked_at IS NULL))) EXECUTE FUNCTION end_token();

CREATE OR REPLACE FUNCTION public.find_tokens(digests bytea[])
 RETURNS SETOF access_token
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT * FROM access_token WHERE digest = ANY(digests) AND revoked_at IS NULL AND expires_at > now() $function$;

CREATE OR REPLACE FUNCTION public.touch_tokens(token_ids text[], at timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ UPDATE access_token SET used_at = at WHERE id = ANY(token_ids) AND (used_at IS NULL OR used_at < at) $function$;
