import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction, unforced } from './isolation';

/**
 * One login for several stores: the password moves out of the account, of which an owner has one in each store, into a row that belongs
 * to no store and that functions alone see. An address may have several logins, since whoever invites it could be the one who chose the
 * password of one of them: they know nothing of one another until somebody proves to have both.
 */
export class Login1763877000030 implements MigrationInterface {
  readonly name = 'Login1763877000030';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE login (
        id text COLLATE "C" PRIMARY KEY,
        password_hash text NOT NULL,
        password_set_at timestamptz NOT NULL
      );
      ${unforced(
        ['owner_account'],
        `INSERT INTO login (id, password_hash, password_set_at)
         SELECT 'lgn_' || substr(id, 5), password_hash, password_set_at FROM owner_account WHERE joined_at IS NOT NULL;
         ALTER TABLE owner_account ADD COLUMN login_id text COLLATE "C" REFERENCES login (id);
         UPDATE owner_account SET login_id = 'lgn_' || substr(id, 5) WHERE joined_at IS NOT NULL;`,
      )}
      ALTER TABLE login ENABLE ROW LEVEL SECURITY;
      ALTER TABLE login FORCE ROW LEVEL SECURITY;
      ${openToFunctions('login')}
      DROP FUNCTION find_owner(text);
      ALTER TABLE owner_account DROP CONSTRAINT owner_account_joined, DROP COLUMN password_hash,
        ADD CONSTRAINT owner_account_joined CHECK ((joined_at IS NULL) = (login_id IS NULL));
      DROP INDEX owner_account_email;
      CREATE UNIQUE INDEX owner_account_email ON owner_account (store_id, lower(email));
      CREATE INDEX owner_account_address ON owner_account (lower(email));
      CREATE UNIQUE INDEX owner_account_login ON owner_account (login_id, store_id);
      CREATE INDEX owner_session_owner ON owner_session (owner_id);
      ${systemFunction(
        'make_login(fresh text, hash text, at timestamptz, for_email text)',
        'boolean',
        `INSERT INTO login (id, password_hash, password_set_at)
         SELECT fresh, hash, at WHERE 10 > (
           SELECT count(DISTINCT login_id) FROM owner_account WHERE lower(email) = lower(for_email))
         RETURNING true`,
      )}
      ${systemFunction(
        'find_logins(for_email text)',
        'TABLE (id text, password_hash text)',
        `SELECT l.id, l.password_hash FROM login l
         WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email)) ORDER BY l.id LIMIT 10`,
      )}
      ${systemFunction(
        'merge_logins(ids text[], hashes text[])',
        'text',
        // Only what still has the password that was proven, the oldest staying. Whoever has a session of another one logs in anew.
        `DECLARE
           proven text[];
         BEGIN
           SELECT array_agg(held.id ORDER BY held.id) INTO proven FROM (
             SELECT l.id FROM unnest(ids, hashes) AS p (id, hash) JOIN login l ON l.id = p.id AND l.password_hash = p.hash
             ORDER BY l.id FOR UPDATE OF l) AS held;
           IF proven IS NULL THEN RETURN NULL; END IF;
           IF cardinality(proven) > 1 THEN
             DELETE FROM owner_session WHERE owner_id IN (
               SELECT a.id FROM owner_account a WHERE a.login_id = ANY (proven[2:]));
             UPDATE owner_account SET login_id = proven[1] WHERE login_id = ANY (proven[2:]);
             DELETE FROM login WHERE id = ANY (proven[2:]);
           END IF;
           RETURN proven[1];
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'login_accounts(of_login text)',
        'TABLE (id text, store_id text)',
        `SELECT o.id, o.store_id FROM owner_account o WHERE o.login_id = of_login
         ORDER BY (SELECT max(s.used_at) FROM owner_session s WHERE s.owner_id = o.id) DESC NULLS LAST, o.joined_at, o.id`,
      )}
      ${systemFunction(
        'own_stores(of_owner text)',
        'TABLE (store_id text, joined_at timestamptz)',
        `SELECT o.store_id, o.joined_at FROM owner_account me JOIN owner_account o ON o.login_id = me.login_id
         WHERE me.id = of_owner`,
      )}
      ${systemFunction(
        'store_names(ids text[])',
        'TABLE (id text, name text)',
        `SELECT id, name FROM store WHERE id = ANY (ids)`,
      )}
      ${systemFunction(
        'own_account(presented bytea, in_store text)',
        'TABLE (id text, login_id text, email text, stores bigint)',
        `SELECT o.id, me.login_id, me.email, (SELECT count(*) FROM owner_account a WHERE a.login_id = me.login_id)
         FROM owner_session s JOIN owner_account me ON me.id = s.owner_id
         LEFT JOIN owner_account o ON o.login_id = me.login_id AND o.store_id = in_store
         WHERE s.digest = presented AND s.expires_at > now()`,
      )}
      ${systemFunction(
        'hold_login(presented bytea)',
        'void',
        // Of two stores that one login opens at once the second sees the first.
        `BEGIN
           PERFORM FROM login l WHERE l.id = (
             SELECT o.login_id FROM owner_session s JOIN owner_account o ON o.id = s.owner_id WHERE s.digest = presented) FOR UPDATE;
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'hold_session(presented bytea)',
        'void',
        // As hold_credential does, of a session of another store than the one that is written to.
        `DECLARE
           held owner_session;
         BEGIN
           SELECT * INTO held FROM owner_session WHERE digest = presented;
           -- The second look is a statement of its own: it sees an end that was committed up to now.
           IF held.digest IS NULL
             OR NOT pg_try_advisory_xact_lock_shared(credential_lock(held.store_id, held.owner_id, held.digest))
             OR NOT EXISTS (SELECT FROM owner_session WHERE digest = presented AND expires_at > now()) THEN
             RAISE serialization_failure USING MESSAGE = 'the session has ended while its call was under way, or ends now';
           END IF;
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'switch_session(presented bytea, to_store text, fresh bytea, fresh_csrf bytea, fresh_id text)',
        'TABLE (owner_id text, expires_at timestamptz)',
        // The password may change meanwhile, which ends all sessions: it waits for this one, or this one for it.
        `DECLARE
           held owner_session;
           target text;
         BEGIN
           SELECT * INTO held FROM owner_session s WHERE s.digest = presented AND s.expires_at > now();
           PERFORM FROM login l WHERE l.id = (SELECT o.login_id FROM owner_account o WHERE o.id = held.owner_id) FOR SHARE;
           SELECT o.id INTO target FROM owner_account o JOIN owner_account me ON me.login_id = o.login_id
             WHERE me.id = held.owner_id AND o.store_id = to_store FOR SHARE OF o;
           IF target IS NULL THEN RETURN; END IF;
           DELETE FROM owner_session s WHERE s.digest = presented AND s.expires_at > now();
           IF NOT FOUND THEN RETURN; END IF;
           INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at, id, device)
             VALUES (fresh, to_store, target, fresh_csrf, held.expires_at, fresh_id, held.device);
           RETURN QUERY SELECT target, held.expires_at;
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'set_password(of_owner text, hash text, at timestamptz)',
        'void',
        `UPDATE login l SET password_hash = hash, password_set_at = at FROM owner_account o
         WHERE o.id = of_owner AND l.id = o.login_id`,
      )}
      ${systemFunction(
        'login_sessions(of_owner text)',
        'SETOF owner_session',
        `SELECT s.* FROM owner_account me JOIN owner_account o ON o.login_id = me.login_id
         JOIN owner_session s ON s.owner_id = o.id WHERE me.id = of_owner`,
      )}
      ${systemFunction(
        'end_login_sessions(of_owner text, only_id text, but bytea)',
        'SETOF owner_session',
        `DELETE FROM owner_session s USING owner_account me, owner_account o
         WHERE me.id = of_owner AND o.login_id = me.login_id AND s.owner_id = o.id
           AND (only_id IS NULL OR s.id = only_id) AND (but IS NULL OR s.digest <> but) RETURNING s.*`,
      )}
      CREATE FUNCTION end_login() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      BEGIN
        -- Of the last two accounts that go at once the second one sees the first gone.
        PERFORM FROM login WHERE id = OLD.login_id FOR UPDATE;
        DELETE FROM login WHERE id = OLD.login_id AND NOT EXISTS (SELECT FROM owner_account WHERE login_id = OLD.login_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER owner_account_end AFTER DELETE ON owner_account
        FOR EACH ROW WHEN (OLD.login_id IS NOT NULL) EXECUTE FUNCTION end_login();`);
  }

  /** The earlier release knows one account of an address: of a login the first store keeps it, and of several logins the oldest. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER owner_account_end ON owner_account;
      DROP FUNCTION end_login();
      DROP FUNCTION end_login_sessions(text, text, bytea);
      DROP FUNCTION login_sessions(text);
      DROP FUNCTION set_password(text, text, timestamptz);
      DROP FUNCTION switch_session(bytea, text, bytea, bytea, text);
      DROP FUNCTION hold_session(bytea);
      DROP FUNCTION hold_login(bytea);
      DROP FUNCTION own_account(bytea, text);
      DROP FUNCTION store_names(text[]);
      DROP FUNCTION own_stores(text);
      DROP FUNCTION login_accounts(text);
      DROP FUNCTION merge_logins(text[], text[]);
      DROP FUNCTION find_logins(text);
      DROP FUNCTION make_login(text, text, timestamptz, text);
      DROP INDEX owner_session_owner;
      DROP INDEX owner_account_login;
      DROP INDEX owner_account_address;
      DROP INDEX owner_account_email;
      ALTER TABLE owner_account DROP CONSTRAINT owner_account_joined, ADD COLUMN password_hash text;
      ${unforced(
        ['mail', 'owner_account', 'owner_session', 'login'],
        `CREATE TEMPORARY TABLE surplus ON COMMIT DROP AS
           SELECT id FROM (SELECT id, row_number() OVER (
             PARTITION BY lower(email) ORDER BY joined_at IS NULL, login_id, joined_at, id) AS nth FROM owner_account) AS ranked
           WHERE nth > 1;
         DELETE FROM owner_session WHERE owner_id IN (SELECT id FROM surplus);
         DELETE FROM owner_account WHERE id IN (SELECT id FROM surplus);
         UPDATE owner_account o SET password_hash = l.password_hash, password_set_at = l.password_set_at
           FROM login l WHERE l.id = o.login_id;`,
      )}
      ALTER TABLE owner_account DROP COLUMN login_id,
        ADD CONSTRAINT owner_account_joined CHECK ((joined_at IS NULL) = (password_hash IS NULL));
      CREATE UNIQUE INDEX owner_account_email ON owner_account (lower(email));
      DROP TABLE login;
      ${systemFunction(
        'find_owner(for_email text)',
        'SETOF owner_account',
        'SELECT * FROM owner_account WHERE lower(email) = lower(for_email)',
      )}`);
  }
}
