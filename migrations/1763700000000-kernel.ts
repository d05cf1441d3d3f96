import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RUNTIME_ROLE } from '../src/kernel/database/database';
import { isolate, openToFunctions, systemFunction } from './isolation';

/** Stores, credentials, and what the command bus writes with every change. */
export class Kernel1763700000000 implements MigrationInterface {
  readonly name = 'Kernel1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $$ BEGIN
        CREATE ROLE ${RUNTIME_ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      GRANT ${RUNTIME_ROLE} TO CURRENT_USER;
      GRANT USAGE ON SCHEMA public TO ${RUNTIME_ROLE};
      GRANT SELECT ON schema_migration TO ${RUNTIME_ROLE};
      CREATE COLLATION turkish (provider = icu, locale = 'tr-TR');`);

    await runner.query(`
      CREATE TABLE store (
        id text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        generation integer NOT NULL DEFAULT 1,
        generation_due boolean NOT NULL DEFAULT false,
        storefront_generation integer NOT NULL DEFAULT 1,
        token_default_expiry_days integer NOT NULL DEFAULT 90,
        created_at timestamptz NOT NULL DEFAULT now()
      ) WITH (fillfactor = 50);
      ${isolate('store', 'id', 'SELECT, INSERT, UPDATE')}`);

    await runner.query(`
      CREATE TABLE owner_account (
        id text COLLATE "C" PRIMARY KEY,
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        email text NOT NULL,
        password_hash text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE UNIQUE INDEX owner_account_email ON owner_account (lower(email));
      ${isolate('owner_account')}
      ${openToFunctions('owner_account')}

      CREATE TABLE owner_session (
        digest bytea PRIMARY KEY,
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        owner_id text COLLATE "C" NOT NULL REFERENCES owner_account (id),
        csrf_digest bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        used_at timestamptz NOT NULL DEFAULT now(),
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX owner_session_expiry ON owner_session (expires_at);
      ${isolate('owner_session')}
      ${openToFunctions('owner_session')}

      CREATE TABLE workspace (
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        id text COLLATE "C" NOT NULL,
        kind text NOT NULL CHECK (kind IN ('agent', 'developer')),
        name text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        archived_at timestamptz,
        PRIMARY KEY (store_id, id)
      );
      ${isolate('workspace')}

      CREATE TABLE access_token (
        store_id text COLLATE "C" NOT NULL REFERENCES store (id),
        id text COLLATE "C" NOT NULL,
        digest bytea NOT NULL,
        kind text NOT NULL CHECK (kind IN ('agent', 'developer')),
        label text NOT NULL,
        scopes text[] NOT NULL CHECK (cardinality(scopes) <= 10),
        workspace_id text COLLATE "C",
        limits jsonb,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        revoked_at timestamptz,
        used_at timestamptz,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, workspace_id) REFERENCES workspace (store_id, id),
        CHECK (kind = 'developer' OR workspace_id IS NOT NULL)
      );
      CREATE UNIQUE INDEX access_token_digest ON access_token (digest);
      ${isolate('access_token')}
      ${openToFunctions('access_token')}`);

    await runner.query(`
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

      CREATE FUNCTION claim_command(for_store text, for_key text)
      RETURNS TABLE (fingerprint text, status smallint, body json, generation integer, audit_id text)
      LANGUAGE plpgsql VOLATILE AS $$
      BEGIN
        -- The lock comes first and the look-up is a statement of its own: it sees what a twin committed meanwhile.
        PERFORM pg_advisory_xact_lock(hashtextextended(for_store || ' ' || for_key, 0));
        RETURN QUERY SELECT o.fingerprint, o.status, o.body, o.generation, o.audit_id
          FROM command_outcome o WHERE o.store_id = for_store AND o.key = for_key;
      END $$;

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
        PRIMARY KEY (store_id, id)
      );
      CREATE INDEX audit_row_entity ON audit_row (store_id, entity_id, id);
      CREATE INDEX audit_row_actor ON audit_row (store_id, actor_id, id);
      CREATE INDEX audit_row_command ON audit_row (store_id, command, id);
      ${isolate('audit_row', 'store_id', 'SELECT, INSERT')}`);

    await runner.query(`
      CREATE TABLE outbox (
        id text COLLATE "C" PRIMARY KEY,
        store_id text COLLATE "C" NOT NULL,
        workflow_id text COLLATE "C" NOT NULL,
        message jsonb NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        next_at timestamptz NOT NULL DEFAULT now(),
        done_at timestamptz,
        last_error text
      );
      CREATE INDEX outbox_pending ON outbox (id) WHERE done_at IS NULL;
      CREATE INDEX outbox_order ON outbox (workflow_id, id) WHERE done_at IS NULL;
      ${isolate('outbox', 'store_id', 'SELECT, INSERT')}
      ${openToFunctions('outbox')}
      ${systemFunction(
        'claim_outbox(batch integer, lease_seconds integer)',
        'SETOF outbox',
        `UPDATE outbox SET attempts = attempts + 1, next_at = now() + make_interval(secs => lease_seconds)
         WHERE id IN (
           SELECT o.id FROM outbox o
           WHERE o.done_at IS NULL AND o.next_at <= now()
             AND NOT EXISTS (
               SELECT 1 FROM outbox older
               WHERE older.workflow_id = o.workflow_id AND older.done_at IS NULL AND older.id < o.id)
           ORDER BY o.id LIMIT batch FOR UPDATE SKIP LOCKED)
         RETURNING *`,
      )}
      ${systemFunction('finish_outbox(row_id text)', 'void', 'UPDATE outbox SET done_at = now(), last_error = NULL WHERE id = row_id')}
      ${systemFunction(
        'defer_outbox(row_id text, error text, wait_seconds double precision)',
        'void',
        'UPDATE outbox SET last_error = error, next_at = now() + make_interval(secs => wait_seconds) WHERE id = row_id AND done_at IS NULL',
      )}
      ${systemFunction(
        'outbox_backlog()',
        'TABLE (waiting bigint, oldest_seconds double precision)',
        `SELECT count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0)::double precision FROM outbox WHERE done_at IS NULL`,
      )}`);

    await runner.query(`
      ${systemFunction(
        'find_tokens(digests bytea[])',
        'SETOF access_token',
        'SELECT * FROM access_token WHERE digest = ANY(digests) AND revoked_at IS NULL AND expires_at > now()',
      )}
      ${systemFunction(
        'touch_tokens(token_ids text[], at timestamptz)',
        'void',
        'UPDATE access_token SET used_at = at WHERE id = ANY(token_ids) AND (used_at IS NULL OR used_at < at)',
      )}
      ${systemFunction(
        'find_owner(for_email text)',
        'SETOF owner_account',
        'SELECT * FROM owner_account WHERE lower(email) = lower(for_email)',
      )}
      ${systemFunction(
        'find_session(for_digest bytea, idle interval)',
        'TABLE (store_id text, owner_id text, csrf_digest bytea, expires_at timestamptz, email text)',
        // The last use is written at most once a minute: it only feeds the idle limit.
        `WITH touched AS (
           UPDATE owner_session SET used_at = now() WHERE digest = for_digest AND used_at < now() - interval '1 minute'
             AND used_at > now() - idle AND expires_at > now())
         SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email
         FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
         WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle`,
      )}
      ${systemFunction(
        'sweep_expired(key_life interval, batch integer)',
        'bigint',
        `WITH outcomes AS (
           DELETE FROM command_outcome WHERE (store_id, key) IN
             (SELECT store_id, key FROM command_outcome WHERE created_at < now() - key_life LIMIT batch) RETURNING 1),
         sessions AS (
           DELETE FROM owner_session WHERE digest IN
             (SELECT digest FROM owner_session WHERE expires_at < now() LIMIT batch) RETURNING 1),
         delivered AS (
           DELETE FROM outbox WHERE id IN
             (SELECT id FROM outbox WHERE done_at < now() - key_life LIMIT batch) RETURNING 1)
         SELECT (SELECT count(*) FROM outcomes) + (SELECT count(*) FROM sessions) + (SELECT count(*) FROM delivered)`,
      )}`);
  }

  async down(): Promise<void> {
    throw new Error('The first migration has nothing to go back to: restore a backup.');
  }
}
