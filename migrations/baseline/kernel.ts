import { RUNTIME_ROLE, STOREFRONT_ROLE } from '../../src/kernel/database/roles';
import { isolate, keepToFunctions, openToFunctions, systemFunction } from '../isolation';

/** Roles, extensions and a collation; and what the command bus writes with every change. */
export const kernel = `
  DO $$ BEGIN
    CREATE ROLE ${RUNTIME_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
  DO $$ BEGIN
    CREATE ROLE ${STOREFRONT_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
  EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
  GRANT ${RUNTIME_ROLE}, ${STOREFRONT_ROLE} TO CURRENT_USER;
  GRANT USAGE ON SCHEMA public TO ${RUNTIME_ROLE}, ${STOREFRONT_ROLE};
  GRANT SELECT ON schema_migration TO ${RUNTIME_ROLE}, ${STOREFRONT_ROLE};

  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE COLLATION turkish (provider = icu, locale = 'tr-TR');

  -- What is searched is found by keys of three letters and the store together. An index of stores and letters apart would read all that a store
  -- has for each search in it.
  CREATE FUNCTION search_keys(store_id text, words text) RETURNS integer[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    BEGIN RETURN ARRAY(SELECT hashtext(search_keys.store_id || letters) FROM unnest(public.show_trgm(words)) AS letters); END
  $$;

  CREATE FUNCTION wanted_search_keys(store_id text, words text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
    ARRAY(SELECT hashtext(store_id || letters) FROM unnest(words) AS word,
        unnest(show_trgm(regexp_replace(word, '[^a-z0-9]+', ' ', 'g'))) AS letters
      WHERE strpos(letters, ' ') = 0);

  CREATE FUNCTION head_search_keys(store_id text, heads text[]) RETURNS integer[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE RETURN
    ARRAY(SELECT hashtext(store_id || letters) FROM unnest(heads) AS head, unnest(show_trgm(head)) AS letters
      -- A word of two letters may go on. One of a single letter is whole.
      WHERE right(letters, 1) <> ' ' OR left(letters, 1) = ' ');

  -- Answers to calls with a key: the same call gets the same answer again.
  CREATE TABLE command_outcome (
    store_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text COLLATE "C" NOT NULL,
    status smallint NOT NULL,
    body json,
    generation integer,
    audit_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (store_id, key)
  );
  CREATE INDEX command_outcome_age ON command_outcome USING brin (created_at);
  ${isolate('command_outcome', 'store_id', 'SELECT, INSERT')}
  ${openToFunctions('command_outcome')}

  -- The audit log: one row a call that changed something, was proposed or was refused.
  CREATE TABLE audit_row (
    store_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    actor_kind text NOT NULL,
    actor_id text COLLATE "C" NOT NULL,
    command text COLLATE "C" NOT NULL,
    key text COLLATE "C",
    outcome text NOT NULL CHECK (outcome IN ('done', 'proposed', 'refused')),
    code text,
    entity_id text COLLATE "C",
    payload jsonb,
    changes jsonb NOT NULL,
    request_id text,
    cause jsonb,
    inverse jsonb,
    bytes integer NOT NULL DEFAULT 0,
    PRIMARY KEY (store_id, id)
  );
  CREATE INDEX audit_row_actor ON audit_row (store_id, actor_id, id);
  CREATE INDEX audit_row_command ON audit_row (store_id, command, id);
  ${isolate('audit_row', 'store_id', 'SELECT, INSERT')}

  -- Effects that are to be delivered to Temporal, in their order a workflow.
  CREATE TABLE outbox (
    id text COLLATE "C" PRIMARY KEY,
    store_id text COLLATE "C" NOT NULL,
    workflow_id text COLLATE "C" NOT NULL,
    message jsonb NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    next_at timestamptz NOT NULL DEFAULT now(),
    done_at timestamptz,
    last_error text,
    refusals integer NOT NULL DEFAULT 0,
    failed_at timestamptz,
    claim text COLLATE "C"
  );
  CREATE INDEX outbox_pending ON outbox (id) WHERE done_at IS NULL;
  CREATE INDEX outbox_order ON outbox (workflow_id, id) WHERE done_at IS NULL;
  CREATE INDEX outbox_failed ON outbox (failed_at) WHERE failed_at IS NOT NULL;
  CREATE INDEX outbox_restart ON outbox (workflow_id, created_at) WHERE (message -> 'restart') IS NOT NULL;
  CREATE INDEX outbox_claim ON outbox (claim) WHERE done_at IS NULL AND claim IS NOT NULL;
  ${isolate('outbox', 'store_id', 'SELECT, INSERT')}
  ${openToFunctions('outbox')}

  -- Things that an audit row names: rows are found by them.
  CREATE TABLE audit_entity (
    store_id text COLLATE "C" NOT NULL,
    entity_id text COLLATE "C" NOT NULL,
    audit_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (store_id, entity_id, audit_id)
  );
  ${isolate('audit_entity', 'store_id', 'SELECT, INSERT')}

  -- A key for each person of a store, under which is sealed what is kept of them beside the rows themselves.
  CREATE TABLE personal_key (
    store_id text COLLATE "C" NOT NULL,
    person_id text COLLATE "C" NOT NULL,
    sealed bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    ended_at timestamptz,
    PRIMARY KEY (store_id, person_id),
    CHECK ((sealed IS NULL) = (ended_at IS NOT NULL))
  );
  ${isolate('personal_key', 'store_id', 'SELECT, INSERT, UPDATE')}
  ${openToFunctions('personal_key')}

  -- Counts of calls by seconds, by which calls are limited.
  CREATE UNLOGGED TABLE call_count (
    key text COLLATE "C" PRIMARY KEY,
    seconds double precision[] NOT NULL,
    calls double precision[] NOT NULL,
    counted_at timestamptz NOT NULL
  );
  CREATE INDEX call_count_age ON call_count (counted_at);
  ${keepToFunctions('call_count')}

  -- The last failure of each task that runs by the clock, for those who watch the health.
  CREATE TABLE upkeep_failure (
    task text COLLATE "C" PRIMARY KEY,
    failed_at timestamptz NOT NULL
  );
  ${keepToFunctions('upkeep_failure')}

  -- The generation that the storefront came to by the call of an audit row. Beside the row and not in it: the row is written before the store's
  -- row is locked, so that those who wait for that one wait less.
  CREATE TABLE audit_generation (
    store_id text COLLATE "C" NOT NULL,
    audit_id text COLLATE "C" NOT NULL,
    generation integer NOT NULL,
    PRIMARY KEY (store_id, audit_id)
  );
  ${isolate('audit_generation', 'store_id', 'SELECT, INSERT')}

  ${systemFunction(
    'finish_outbox(row_id text)',
    'void',
    `UPDATE outbox SET done_at = now(), last_error = NULL WHERE id = row_id`,
  )}

  ${systemFunction(
    'defer_outbox(row_id text, error text, wait_seconds double precision)',
    'void',
    `
      UPDATE outbox SET last_error = error, next_at = now() + make_interval(secs => wait_seconds) WHERE id = row_id AND done_at IS NULL`,
  )}

  ${systemFunction(
    'outbox_backlog()',
    'TABLE (waiting bigint, oldest_seconds double precision)',
    `
      SELECT count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision FROM outbox WHERE done_at IS NULL`,
  )}

  ${systemFunction(
    'sweep_expired(key_life interval, batch integer)',
    'bigint',
    `
      WITH outcomes AS (
        DELETE FROM command_outcome WHERE (store_id, key) IN
          (SELECT store_id, key FROM command_outcome WHERE created_at < now() - key_life LIMIT batch) RETURNING 1),
      sessions AS (
        DELETE FROM owner_session WHERE digest IN
          (SELECT digest FROM owner_session WHERE expires_at < now() LIMIT batch) RETURNING 1),
      delivered AS (
        DELETE FROM outbox WHERE id IN
          (SELECT id FROM outbox WHERE done_at < now() - key_life LIMIT batch) RETURNING 1)
      SELECT (SELECT count(*) FROM outcomes) + (SELECT count(*) FROM sessions) + (SELECT count(*) FROM delivered)`,
  )}

  -- A session ends by losing its row; a token keeps its row for ever, which says that it is over. The product vouches for itself.
  CREATE FUNCTION credential_lives(for_store text, caller_kind text, caller_id text, caller_session bytea)
  RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT CASE caller_kind
      WHEN 'system' THEN true
      WHEN 'owner' THEN EXISTS (
        SELECT FROM owner_session WHERE digest = caller_session AND store_id = for_store AND expires_at > now())
      ELSE NOT EXISTS (
        SELECT FROM access_token
        WHERE store_id = for_store AND id = caller_id AND (revoked_at IS NOT NULL OR expires_at <= now()))
    END
  $$;

  -- Of two calls with one key one is done: the other waits here and finds the answer.
  CREATE FUNCTION claim_command(for_store text, for_key text, caller_kind text, caller_id text, caller_session bytea)
  RETURNS TABLE (live boolean, fingerprint text, status smallint, body json, generation integer, audit_id text) LANGUAGE plpgsql AS $$
    BEGIN
      -- The lock comes first and the look-up is a statement of its own: it sees what a twin committed meanwhile.
      PERFORM pg_advisory_xact_lock(hashtextextended(for_store || ' ' || for_key, 0));
      RETURN QUERY
        SELECT credential_lives(for_store, caller_kind, caller_id, caller_session),
          o.fingerprint, o.status, o.body, o.generation, o.audit_id
        FROM (VALUES (for_store)) AS caller (store_id)
        LEFT JOIN command_outcome o ON o.store_id = caller.store_id AND o.key = for_key;
    END
  $$;

  ${systemFunction(
    'refuse_outbox(row_id text, error text, wait_seconds double precision)',
    'void',
    `
      UPDATE outbox SET last_error = error, refusals = refusals + 1, next_at = now() + make_interval(secs => wait_seconds)
      WHERE id = row_id AND done_at IS NULL`,
  )}

  ${systemFunction(
    'fail_outbox(row_id text, error text)',
    'void',
    `
      UPDATE outbox SET last_error = error, refusals = refusals + 1, failed_at = now(), done_at = now()
      WHERE id = row_id AND done_at IS NULL`,
  )}

  ${systemFunction(
    'failed_effects(within interval)',
    'bigint',
    `SELECT count(*) FROM outbox WHERE failed_at > now() - within`,
  )}

  ${systemFunction(
    'restarted_again(within interval)',
    'bigint',
    `
      SELECT count(*) FROM (
      SELECT FROM outbox WHERE message -> 'restart' IS NOT NULL AND created_at > now() - within
      GROUP BY workflow_id HAVING count(*) > 1) AS again`,
  )}

  ${systemFunction(
    'claim_outbox(batch integer, lease_seconds integer, named text)',
    'SETOF outbox',
    `
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
      END`,
    'plpgsql',
  )}

  CREATE FUNCTION credential_lock(of_store text, caller_id text, caller_session bytea) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
    SELECT hashtextextended(of_store || ' ' || coalesce(encode(caller_session, 'hex'), caller_id), 4)
  $$;

  -- Nobody waits here, so nobody who ends a credential waits for rows that this call has locked.
  CREATE FUNCTION hold_credential(for_store text, caller_kind text, caller_id text, caller_session bytea) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      held boolean;
    BEGIN
      held := pg_try_advisory_xact_lock_shared(credential_lock(for_store, caller_id, caller_session));
      -- A statement of its own: it sees an end that was committed up to now.
      IF NOT held OR NOT credential_lives(for_store, caller_kind, caller_id, caller_session) THEN
        RAISE serialization_failure USING MESSAGE = 'the credential has ended while its call was under way, or ends now';
      END IF;
    END
  $$;

  -- A write calls it where another one has changed what it has read.
  CREATE FUNCTION overtaken(subject text) RETURNS integer LANGUAGE plpgsql AS $$
    BEGIN
      RAISE EXCEPTION USING ERRCODE = 'TZ001', MESSAGE = subject || ' changed meanwhile.', DETAIL = subject;
    END
  $$;

  -- Rows are locked in one order, and those that are swept without waiting and last: two writers cannot block each other.
  ${systemFunction(
    'count_calls(keys text[], amounts double precision[], window_seconds integer)',
    'TABLE (key text, seconds double precision[], calls double precision[], now_seconds double precision)',
    `
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
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'note_upkeep_failure(failed text)',
    'void',
    `
      INSERT INTO upkeep_failure (task, failed_at) VALUES (failed, now())
      ON CONFLICT (task) DO UPDATE SET failed_at = EXCLUDED.failed_at`,
  )}

  ${systemFunction(
    'failed_upkeep(asked text, within interval)',
    'bigint',
    `SELECT count(*) FROM upkeep_failure WHERE task = asked AND failed_at > now() - within`,
  )}

  -- A definer's function, since the role that one has taken decides what is shown; and for sessions of one's own login only.
  ${systemFunction(
    'end_resting_backends(pids integer[], seconds double precision)',
    'SETOF integer',
    `
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
      END`,
    'plpgsql',
  )}
  GRANT EXECUTE ON FUNCTION end_resting_backends(integer[], double precision) TO ${STOREFRONT_ROLE};

  ${systemFunction(
    'end_lost_backends(seconds double precision)',
    'SETOF integer',
    `
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
      END`,
    'plpgsql',
  )}

  ${systemFunction(
    'absorb_outbox(row_id text)',
    'void',
    `
      UPDATE outbox alike SET done_at = now() FROM outbox first
      WHERE first.id = row_id AND alike.workflow_id = first.workflow_id AND alike.id > first.id
        AND alike.done_at IS NULL AND alike.attempts = 0 AND alike.message -> 'wakes' IS NOT NULL
        AND alike.message -> 'update' = first.message -> 'update' AND alike.message -> 'input' = first.message -> 'input'`,
  )}
`;
