-- As it stands in a migrated database; npm test holds it against this. What changes it is a migration.

CREATE ROLE tezgah_runtime NOLOGIN;
CREATE ROLE tezgah_storefront NOLOGIN;
CREATE EXTENSION btree_gin SCHEMA public;
CREATE EXTENSION pg_trgm SCHEMA public;
CREATE EXTENSION plpgsql SCHEMA pg_catalog;
CREATE COLLATION turkish (provider = i, locale = 'tr-TR', deterministic = t);
GRANT USAGE ON SCHEMA public TO PUBLIC;
GRANT USAGE ON SCHEMA public TO tezgah_runtime;
GRANT USAGE ON SCHEMA public TO tezgah_storefront;

CREATE TABLE audit_entity (
  store_id text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  CONSTRAINT audit_entity_pkey PRIMARY KEY (store_id, entity_id, audit_id)
);
ALTER TABLE audit_entity ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_entity FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON audit_entity FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON audit_entity TO tezgah_runtime;

CREATE TABLE audit_generation (
  store_id text COLLATE "C" NOT NULL,
  audit_id text COLLATE "C" NOT NULL,
  generation integer NOT NULL,
  CONSTRAINT audit_generation_pkey PRIMARY KEY (store_id, audit_id)
);
ALTER TABLE audit_generation ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_generation FORCE ROW LEVEL SECURITY;
CREATE POLICY store ON audit_generation FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON audit_generation TO tezgah_runtime;

CREATE TABLE audit_row (
  store_id text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  at timestamp with time zone NOT NULL,
  actor_kind text NOT NULL,
  actor_id text COLLATE "C" NOT NULL,
  command text COLLATE "C" NOT NULL,
  key text COLLATE "C",
  outcome text NOT NULL,
  code text,
  entity_id text COLLATE "C",
  payload jsonb,
  changes jsonb NOT NULL,
  request_id text,
  cause jsonb,
  inverse jsonb,
  bytes integer NOT NULL DEFAULT 0,
  CONSTRAINT audit_row_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'proposed'::text, 'refused'::text]))),
  CONSTRAINT audit_row_pkey PRIMARY KEY (store_id, id)
);
ALTER TABLE audit_row ENABLE ROW LEVEL SECURITY;
ALTER TABLE audit_row FORCE ROW LEVEL SECURITY;
CREATE INDEX audit_row_actor ON public.audit_row USING btree (store_id, actor_id, id);
CREATE INDEX audit_row_command ON public.audit_row USING btree (store_id, command, id);
CREATE POLICY store ON audit_row FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON audit_row TO tezgah_runtime;

CREATE UNLOGGED TABLE call_count (
  key text COLLATE "C" NOT NULL,
  seconds double precision[] NOT NULL,
  calls double precision[] NOT NULL,
  counted_at timestamp with time zone NOT NULL,
  CONSTRAINT call_count_pkey PRIMARY KEY (key)
);
ALTER TABLE call_count ENABLE ROW LEVEL SECURITY;
ALTER TABLE call_count FORCE ROW LEVEL SECURITY;
CREATE INDEX call_count_age ON public.call_count USING btree (counted_at);
CREATE POLICY functions ON call_count FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE TABLE command_outcome (
  store_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fingerprint text COLLATE "C" NOT NULL,
  status smallint NOT NULL,
  body json,
  generation integer,
  audit_id text COLLATE "C" NOT NULL,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT command_outcome_pkey PRIMARY KEY (store_id, key)
);
ALTER TABLE command_outcome ENABLE ROW LEVEL SECURITY;
ALTER TABLE command_outcome FORCE ROW LEVEL SECURITY;
CREATE INDEX command_outcome_age ON public.command_outcome USING brin (created_at);
CREATE POLICY functions ON command_outcome FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON command_outcome FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON command_outcome TO tezgah_runtime;

CREATE TABLE outbox (
  id text COLLATE "C" NOT NULL,
  store_id text COLLATE "C" NOT NULL,
  workflow_id text COLLATE "C" NOT NULL,
  message jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  next_at timestamp with time zone NOT NULL DEFAULT now(),
  done_at timestamp with time zone,
  last_error text,
  refusals integer NOT NULL DEFAULT 0,
  failed_at timestamp with time zone,
  claim text COLLATE "C",
  CONSTRAINT outbox_pkey PRIMARY KEY (id)
);
ALTER TABLE outbox ENABLE ROW LEVEL SECURITY;
ALTER TABLE outbox FORCE ROW LEVEL SECURITY;
CREATE INDEX outbox_claim ON public.outbox USING btree (claim) WHERE ((done_at IS NULL) AND (claim IS NOT NULL));
CREATE INDEX outbox_failed ON public.outbox USING btree (failed_at) WHERE (failed_at IS NOT NULL);
CREATE INDEX outbox_order ON public.outbox USING btree (workflow_id, id) WHERE (done_at IS NULL);
CREATE INDEX outbox_pending ON public.outbox USING btree (id) WHERE (done_at IS NULL);
CREATE INDEX outbox_restart ON public.outbox USING btree (workflow_id, created_at) WHERE ((message -> 'restart'::text) IS NOT NULL);
CREATE POLICY functions ON outbox FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON outbox FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT ON outbox TO tezgah_runtime;

CREATE TABLE personal_key (
  store_id text COLLATE "C" NOT NULL,
  person_id text COLLATE "C" NOT NULL,
  sealed bytea,
  created_at timestamp with time zone NOT NULL DEFAULT now(),
  ended_at timestamp with time zone,
  CONSTRAINT personal_key_check CHECK (((sealed IS NULL) = (ended_at IS NOT NULL))),
  CONSTRAINT personal_key_pkey PRIMARY KEY (store_id, person_id)
);
ALTER TABLE personal_key ENABLE ROW LEVEL SECURITY;
ALTER TABLE personal_key FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON personal_key FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);
CREATE POLICY store ON personal_key FOR ALL TO tezgah_runtime
  USING ((store_id = current_setting('app.store_id'::text, true)))
  WITH CHECK ((store_id = current_setting('app.store_id'::text, true)));
GRANT INSERT, SELECT, UPDATE ON personal_key TO tezgah_runtime;

CREATE TABLE schema_migration (
  id integer NOT NULL DEFAULT nextval('schema_migration_id_seq'::regclass),
  "timestamp" bigint NOT NULL,
  name character varying NOT NULL,
  CONSTRAINT "PK_0edff5015b71cc0389ae0f4b9a1" PRIMARY KEY (id)
);
CREATE SEQUENCE schema_migration_id_seq AS integer START 1 INCREMENT 1 MINVALUE 1 MAXVALUE 2147483647 CACHE 1 OWNED BY schema_migration;
GRANT SELECT ON schema_migration TO tezgah_runtime;
GRANT SELECT ON schema_migration TO tezgah_storefront;

CREATE TABLE upkeep_failure (
  task text COLLATE "C" NOT NULL,
  failed_at timestamp with time zone NOT NULL,
  CONSTRAINT upkeep_failure_pkey PRIMARY KEY (task)
);
ALTER TABLE upkeep_failure ENABLE ROW LEVEL SECURITY;
ALTER TABLE upkeep_failure FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON upkeep_failure FOR ALL TO the owner
  USING (true)
  WITH CHECK (true);

CREATE OR REPLACE FUNCTION public.absorb_outbox(row_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE outbox alike SET done_at = now() FROM outbox first
WHERE first.id = row_id AND alike.workflow_id = first.workflow_id AND alike.id > first.id
  AND alike.done_at IS NULL AND alike.attempts = 0 AND alike.message -> 'wakes' IS NOT NULL
  AND alike.message -> 'update' = first.message -> 'update' AND alike.message -> 'input' = first.message -> 'input'
$function$;
GRANT EXECUTE ON FUNCTION absorb_outbox(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.claim_command(for_store text, for_key text, caller_kind text, caller_id text, caller_session bytea)
 RETURNS TABLE(live boolean, fingerprint text, status smallint, body json, generation integer, audit_id text)
 LANGUAGE plpgsql
AS $function$
BEGIN
  -- The lock comes first and the look-up is a statement of its own: it sees what a twin committed meanwhile.
  PERFORM pg_advisory_xact_lock(hashtextextended(for_store || ' ' || for_key, 0));
  RETURN QUERY
    SELECT credential_lives(for_store, caller_kind, caller_id, caller_session),
      o.fingerprint, o.status, o.body, o.generation, o.audit_id
    FROM (VALUES (for_store)) AS caller (store_id)
    LEFT JOIN command_outcome o ON o.store_id = caller.store_id AND o.key = for_key;
END
$function$;

CREATE OR REPLACE FUNCTION public.claim_outbox(batch integer, lease_seconds integer, named text)
 RETURNS SETOF outbox
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
BEGIN
  -- The first asking may still be at work: it is waited for, since its rows cannot be seen before.
  PERFORM pg_advisory_xact_lock(hashtextextended(named, 0));
  RETURN QUERY UPDATE outbox SET next_at = now() + make_interval(secs => lease_seconds)
    WHERE claim = named AND done_at IS NULL RETURNING *;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY UPDATE outbox SET attempts = attempts + 1, next_at = now() + make_interval(secs => lease_seconds), claim = named
    WHERE id IN (
      SELECT o.id FROM outbox o
      WHERE o.done_at IS NULL AND o.next_at <= now()
        AND NOT EXISTS (
          SELECT 1 FROM outbox older
          WHERE older.workflow_id = o.workflow_id AND older.done_at IS NULL AND older.id < o.id)
      ORDER BY o.id LIMIT batch FOR UPDATE SKIP LOCKED)
    RETURNING *;
END
$function$;
GRANT EXECUTE ON FUNCTION claim_outbox(integer,integer,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.count_calls(keys text[], amounts double precision[], window_seconds integer)
 RETURNS TABLE(key text, seconds double precision[], calls double precision[], now_seconds double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
#variable_conflict use_column
DECLARE
  at double precision := extract(epoch FROM clock_timestamp());
BEGIN
  RETURN QUERY
  INSERT INTO call_count AS c (key, seconds, calls, counted_at)
  SELECT n.key, ARRAY[floor(at)], ARRAY[n.calls], to_timestamp(at)
  FROM unnest(keys, amounts) AS n (key, calls) ORDER BY n.key COLLATE "C"
  ON CONFLICT (key) DO UPDATE SET
    (seconds, calls) = (
      SELECT array_agg(s.second), array_agg(s.calls) FROM (
        SELECT u.second, sum(u.calls) AS calls
        FROM unnest(c.seconds || EXCLUDED.seconds, c.calls || EXCLUDED.calls) AS u (second, calls)
        WHERE u.second >= floor(at) - window_seconds GROUP BY u.second
      ) AS s
    ),
    counted_at = greatest(c.counted_at, EXCLUDED.counted_at)
  RETURNING c.key, c.seconds, c.calls, at;
  DELETE FROM call_count WHERE key IN (
    SELECT o.key FROM call_count o WHERE o.counted_at < to_timestamp(at - 2 * window_seconds)
    ORDER BY o.counted_at LIMIT 100 + 2 * cardinality(keys) FOR UPDATE SKIP LOCKED
  );
END
$function$;
GRANT EXECUTE ON FUNCTION count_calls(text[],double precision[],integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.credential_lives(for_store text, caller_kind text, caller_id text, caller_session bytea)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
SELECT CASE caller_kind
  WHEN 'system' THEN true
  WHEN 'owner' THEN EXISTS (
    SELECT FROM owner_session WHERE digest = caller_session AND store_id = for_store AND expires_at > now())
  ELSE NOT EXISTS (
    SELECT FROM access_token
    WHERE store_id = for_store AND id = caller_id AND (revoked_at IS NOT NULL OR expires_at <= now()))
END
$function$;

CREATE OR REPLACE FUNCTION public.credential_lock(of_store text, caller_id text, caller_session bytea)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
AS $function$
SELECT hashtextextended(of_store || ' ' || coalesce(encode(caller_session, 'hex'), caller_id), 4)
$function$;

CREATE OR REPLACE FUNCTION public.defer_outbox(row_id text, error text, wait_seconds double precision)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE outbox SET last_error = error, next_at = now() + make_interval(secs => wait_seconds) WHERE id = row_id AND done_at IS NULL
$function$;
GRANT EXECUTE ON FUNCTION defer_outbox(text,text,double precision) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.end_lost_backends(seconds double precision)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE lost integer; BEGIN
  FOR lost IN
    SELECT a.pid FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.usename = session_user AND a.application_name LIKE 'tezgah-%' AND a.application_name <> 'tezgah-backup'
      AND a.xact_start IS NOT NULL AND a.wait_event = 'ClientRead'
      AND a.state_change < clock_timestamp() - make_interval(secs => seconds)
  LOOP
    BEGIN
      PERFORM pg_terminate_backend(lost);
    EXCEPTION WHEN insufficient_privilege THEN NULL; END;
    RETURN NEXT lost;
  END LOOP;
END
$function$;
GRANT EXECUTE ON FUNCTION end_lost_backends(double precision) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.end_resting_backends(pids integer[], seconds double precision)
 RETURNS SETOF integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
DECLARE lost integer; BEGIN
  FOR lost IN
    SELECT a.pid FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.usename = session_user AND a.pid = ANY(pids) AND (a.state <> 'active' OR a.wait_event = 'ClientRead')
      AND a.state_change < clock_timestamp() - make_interval(secs => seconds)
  LOOP
    BEGIN
      PERFORM pg_terminate_backend(lost);
    EXCEPTION WHEN insufficient_privilege THEN NULL; END;
    RETURN NEXT lost;
  END LOOP;
END
$function$;
GRANT EXECUTE ON FUNCTION end_resting_backends(integer[],double precision) TO tezgah_runtime;
GRANT EXECUTE ON FUNCTION end_resting_backends(integer[],double precision) TO tezgah_storefront;

CREATE OR REPLACE FUNCTION public.fail_outbox(row_id text, error text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE outbox SET last_error = error, refusals = refusals + 1, failed_at = now(), done_at = now()
WHERE id = row_id AND done_at IS NULL
$function$;
GRANT EXECUTE ON FUNCTION fail_outbox(text,text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.failed_effects(within interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT count(*) FROM outbox WHERE failed_at > now() - within
$function$;
GRANT EXECUTE ON FUNCTION failed_effects(interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.failed_upkeep(asked text, within interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT count(*) FROM upkeep_failure WHERE task = asked AND failed_at > now() - within
$function$;
GRANT EXECUTE ON FUNCTION failed_upkeep(text,interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.finish_outbox(row_id text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE outbox SET done_at = now(), last_error = NULL WHERE id = row_id
$function$;
GRANT EXECUTE ON FUNCTION finish_outbox(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.head_search_keys(store_id text, heads text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT hashtext((head_search_keys.store_id || letters.letters)) AS hashtext FROM unnest(head_search_keys.heads) head(head), LATERAL unnest(show_trgm(head.head)) letters(letters) WHERE (("right"(letters.letters, 1) <> ' '::text) OR ("left"(letters.letters, 1) = ' '::text)))
;

CREATE OR REPLACE FUNCTION public.hold_credential(for_store text, caller_kind text, caller_id text, caller_session bytea)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
DECLARE
  held boolean;
BEGIN
  held := pg_try_advisory_xact_lock_shared(credential_lock(for_store, caller_id, caller_session));
  -- A statement of its own: it sees an end that was committed up to now.
  IF NOT held OR NOT credential_lives(for_store, caller_kind, caller_id, caller_session) THEN
    RAISE serialization_failure USING MESSAGE = 'the credential has ended while its call was under way, or ends now';
  END IF;
END
$function$;

CREATE OR REPLACE FUNCTION public.note_upkeep_failure(failed text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
INSERT INTO upkeep_failure (task, failed_at) VALUES (failed, now())
ON CONFLICT (task) DO UPDATE SET failed_at = EXCLUDED.failed_at
$function$;
GRANT EXECUTE ON FUNCTION note_upkeep_failure(text) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.outbox_backlog()
 RETURNS TABLE(waiting bigint, oldest_seconds double precision)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision FROM outbox WHERE done_at IS NULL
$function$;
GRANT EXECUTE ON FUNCTION outbox_backlog() TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.overtaken(subject text)
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
BEGIN
  RAISE EXCEPTION USING ERRCODE = 'TZ001', MESSAGE = subject || ' changed meanwhile.', DETAIL = subject;
END
$function$;

CREATE OR REPLACE FUNCTION public.refuse_outbox(row_id text, error text, wait_seconds double precision)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
UPDATE outbox SET last_error = error, refusals = refusals + 1, next_at = now() + make_interval(secs => wait_seconds)
WHERE id = row_id AND done_at IS NULL
$function$;
GRANT EXECUTE ON FUNCTION refuse_outbox(text,text,double precision) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.restarted_again(within interval)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
SELECT count(*) FROM (
SELECT FROM outbox WHERE message -> 'restart' IS NOT NULL AND created_at > now() - within
GROUP BY workflow_id HAVING count(*) > 1) AS again
$function$;
GRANT EXECUTE ON FUNCTION restarted_again(interval) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.search_keys(store_id text, words text)
 RETURNS integer[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
BEGIN RETURN ARRAY(SELECT hashtext(search_keys.store_id || letters) FROM unnest(public.show_trgm(words)) AS letters); END
$function$;

CREATE OR REPLACE FUNCTION public.sweep_expired(key_life interval, batch integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
WITH outcomes AS (
  DELETE FROM command_outcome WHERE (store_id, key) IN
    (SELECT store_id, key FROM command_outcome WHERE created_at < now() - key_life LIMIT batch) RETURNING 1),
sessions AS (
  DELETE FROM owner_session WHERE digest IN
    (SELECT digest FROM owner_session WHERE expires_at < now() LIMIT batch) RETURNING 1),
delivered AS (
  DELETE FROM outbox WHERE id IN
    (SELECT id FROM outbox WHERE done_at < now() - key_life LIMIT batch) RETURNING 1)
SELECT (SELECT count(*) FROM outcomes) + (SELECT count(*) FROM sessions) + (SELECT count(*) FROM delivered)
$function$;
GRANT EXECUTE ON FUNCTION sweep_expired(interval,integer) TO tezgah_runtime;

CREATE OR REPLACE FUNCTION public.wanted_search_keys(store_id text, words text[])
 RETURNS integer[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN ARRAY(SELECT hashtext((wanted_search_keys.store_id || letters.letters)) AS hashtext FROM unnest(wanted_search_keys.words) word(word), LATERAL unnest(show_trgm(regexp_replace(word.word, '[^a-z0-9]+'::text, ' '::text, 'g'::text))) letters(letters) WHERE (strpos(letters.letters, ' '::text) = 0))
;
