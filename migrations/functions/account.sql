-- As they stand in a migrated database; npm test holds them against it. What changes one is a migration.

CREATE OR REPLACE FUNCTION public.begin_login(keys text[], free integer[], most_ms integer[], newcomer text, newcomer_free integer, spared text)
 RETURNS double precision
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
        DECLARE
          at timestamptz;
          wait double precision;
        BEGIN
          INSERT INTO login_failure (key, failures, failed_at)
          SELECT k, 0, clock_timestamp() FROM unnest(keys) AS k ORDER BY k COLLATE "C" ON CONFLICT (key) DO NOTHING;
          PERFORM FROM login_failure f WHERE f.key = ANY (keys) ORDER BY f.key FOR UPDATE;
          at := clock_timestamp();
          UPDATE login_failure f SET failures = 0 WHERE f.key = ANY (keys) AND f.failed_at < at - interval '15 minutes';
          SELECT coalesce(max(least(w.ms, w.ms - 1000 * extract(epoch FROM at - f.failed_at))), 0) INTO wait
          FROM unnest(keys, free, most_ms) AS b (key, free, most_ms)
          JOIN login_failure f ON f.key = b.key
          CROSS JOIN LATERAL (SELECT least(1000 * 2.0 ^ least(f.failures - b.free, 30), b.most_ms) AS ms) AS w
          WHERE f.failures >= b.free AND NOT (b.key = spared AND EXISTS (
            SELECT FROM login_failure n WHERE n.key = newcomer AND n.failures < newcomer_free));
          IF wait > 0 THEN RETURN wait; END IF;
          UPDATE login_failure f SET failures = f.failures + 1, failed_at = at WHERE f.key = ANY (keys);
          DELETE FROM login_failure WHERE key IN (
            SELECT o.key FROM login_failure o WHERE o.failed_at < at - interval '15 minutes'
            ORDER BY o.failed_at LIMIT 100 FOR UPDATE SKIP LOCKED
          );
          RETURN 0;
        END  $function$;

CREATE OR REPLACE FUNCTION public.claim_setup_link(presented bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ DELETE FROM setup_link WHERE digest = presented AND NOT EXISTS (SELECT FROM owner_account) RETURNING true $function$;

CREATE OR REPLACE FUNCTION public.end_session()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
      BEGIN
        PERFORM pg_advisory_xact_lock(credential_lock(OLD.store_id, OLD.owner_id, OLD.digest));
        RETURN OLD;
      END $function$

CREATE TRIGGER owner_session_end BEFORE DELETE ON public.owner_session FOR EACH ROW WHEN ((old.expires_at > now())) EXECUTE FUNCTION end_session();

CREATE OR REPLACE FUNCTION public.find_invitation(presented bytea)
 RETURNS TABLE(store_id text, id text, email text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT store_id, id, email FROM owner_account
         WHERE invite_digest = presented AND joined_at IS NULL AND invite_expires_at > now() $function$;

CREATE OR REPLACE FUNCTION public.find_owner(for_email text)
 RETURNS SETOF owner_account
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT * FROM owner_account WHERE lower(email) = lower(for_email) $function$;

CREATE OR REPLACE FUNCTION public.find_session(for_digest bytea, idle interval)
 RETURNS TABLE(store_id text, owner_id text, csrf_digest bytea, expires_at timestamp with time zone, email text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ WITH touched AS (
           UPDATE owner_session SET used_at = now() WHERE digest = for_digest AND used_at < now() - interval '1 minute'
             AND used_at > now() - idle AND expires_at > now())
         SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email
         FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
         WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle $function$;

CREATE OR REPLACE FUNCTION public.has_owner()
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT EXISTS (SELECT FROM owner_account) $function$;

CREATE OR REPLACE FUNCTION public.issue_setup_link(fresh bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ INSERT INTO setup_link (digest, issued_at) SELECT fresh, now() WHERE NOT EXISTS (SELECT FROM owner_account)
         ON CONFLICT (sole) DO UPDATE SET digest = excluded.digest, issued_at = excluded.issued_at RETURNING true $function$;

CREATE OR REPLACE FUNCTION public.setup_link_lives(presented bytea)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$ SELECT EXISTS (SELECT FROM setup_link WHERE digest = presented) AND NOT EXISTS (SELECT FROM owner_account) $function$;

CREATE OR REPLACE FUNCTION public.take_login_back(keys text[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
        UPDATE login_failure f SET failures = greatest(0, f.failures - 1) FROM (
          SELECT o.key FROM login_failure o WHERE o.key = ANY (keys) ORDER BY o.key FOR UPDATE
        ) AS held WHERE f.key = held.key  $function$;
