import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/**
 * All passwords of an address are hashed alike (see `account/password.ts`), so one hash says of all its logins whether they have a
 * password, and nothing has to count how many there are.
 *
 * Whoever locks several things of an owner locks them in one order: the login, accounts, sessions.
 */
export class LoginsInTurn1763877000120 implements MigrationInterface {
  readonly name = 'LoginsInTurn1763877000120';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION make_login(text, text, timestamptz, text);
      DROP FUNCTION find_logins(text);
      DROP FUNCTION merge_logins(text[], text[]);
      DROP FUNCTION end_login_sessions(text, text, bytea);
      ${systemFunction(
        'make_login(fresh text, hash text, at timestamptz)',
        'void',
        'INSERT INTO login (id, password_hash, password_set_at) VALUES (fresh, hash, at)',
      )}
      ${systemFunction(
        'login_manners(for_email text)',
        'SETOF text',
        // What stands before the digest: the parameters and the salt.
        `SELECT DISTINCT substring(l.password_hash FROM '^([$]argon2id[$].*[$])[^$]+') FROM login l
         WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email))
           AND l.password_hash LIKE '$argon2id$%' LIMIT 20`,
      )}
      ${systemFunction(
        'find_logins(for_email text, hashes text[])',
        'TABLE (id text, password_hash text)',
        `SELECT l.id, l.password_hash FROM login l
         WHERE l.id IN (SELECT login_id FROM owner_account WHERE lower(email) = lower(for_email)) AND l.password_hash = ANY (hashes)
         ORDER BY l.id`,
      )}
      ${systemFunction(
        'login_of(of_owner text, for_email text)',
        'text',
        'SELECT login_id FROM owner_account WHERE id = of_owner AND lower(email) = lower(for_email)',
      )}
      ${systemFunction(
        'login_proven(of_owner text, of_login text, hash text)',
        'boolean',
        // Whoever changes the password, or ends the account, waits until the session is there that this is asked for, and ends it.
        `BEGIN
           PERFORM FROM login l WHERE l.id = of_login AND l.password_hash = hash FOR SHARE;
           RETURN FOUND AND EXISTS (SELECT FROM owner_account WHERE id = of_owner AND login_id = of_login);
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'renew_hash(of_login text, proven text, fresh text)',
        'boolean',
        'UPDATE login SET password_hash = fresh WHERE id = of_login AND password_hash = proven RETURNING true',
      )}
      ${systemFunction(
        'hold_owner_login(of_owner text, in_store text)',
        'text',
        // Another login may have taken its place while it was waited for.
        `DECLARE
           held text;
         BEGIN
           LOOP
             SELECT login_id INTO held FROM owner_account WHERE id = of_owner AND store_id = in_store;
             IF held IS NULL THEN RETURN NULL; END IF;
             PERFORM FROM login WHERE id = held FOR UPDATE;
             IF FOUND THEN RETURN held; END IF;
           END LOOP;
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'merge_logins(ids text[], hashes text[])',
        'text',
        // Only what still has the password that was proven. Any of them may be the planted one, the oldest as well: all sessions end.
        `DECLARE
           proven text[];
         BEGIN
           SELECT array_agg(held.id ORDER BY held.id) INTO proven FROM (
             SELECT l.id FROM unnest(ids, hashes) AS p (id, hash) JOIN login l ON l.id = p.id AND l.password_hash = p.hash
             ORDER BY l.id FOR UPDATE OF l) AS held;
           IF proven IS NULL THEN RETURN NULL; END IF;
           IF cardinality(proven) > 1 THEN
             UPDATE owner_account SET login_id = proven[1] WHERE login_id = ANY (proven[2:]);
             DELETE FROM owner_session WHERE owner_id IN (SELECT a.id FROM owner_account a WHERE a.login_id = proven[1]);
             DELETE FROM login WHERE id = ANY (proven[2:]);
           END IF;
           RETURN proven[1];
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'end_login_sessions(of_owner text, only_id text, but bytea)',
        'SETOF owner_session',
        `BEGIN
           PERFORM hold_owner_login(of_owner, (SELECT store_id FROM owner_account WHERE id = of_owner));
           RETURN QUERY DELETE FROM owner_session s USING owner_account me, owner_account o
             WHERE me.id = of_owner AND o.login_id = me.login_id AND s.owner_id = o.id
               AND (only_id IS NULL OR s.id = only_id) AND (but IS NULL OR s.digest <> but) RETURNING s.*;
         END`,
        'plpgsql',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION end_login_sessions(text, text, bytea);
      DROP FUNCTION merge_logins(text[], text[]);
      DROP FUNCTION hold_owner_login(text, text);
      DROP FUNCTION renew_hash(text, text, text);
      DROP FUNCTION login_proven(text, text, text);
      DROP FUNCTION login_of(text, text);
      DROP FUNCTION find_logins(text, text[]);
      DROP FUNCTION login_manners(text);
      DROP FUNCTION make_login(text, text, timestamptz);
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
        'end_login_sessions(of_owner text, only_id text, but bytea)',
        'SETOF owner_session',
        `DELETE FROM owner_session s USING owner_account me, owner_account o
         WHERE me.id = of_owner AND o.login_id = me.login_id AND s.owner_id = o.id
           AND (only_id IS NULL OR s.id = only_id) AND (but IS NULL OR s.digest <> but) RETURNING s.*`,
      )}`);
  }
}
