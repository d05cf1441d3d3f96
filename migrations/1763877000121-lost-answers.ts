import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction, unforced } from './isolation';

/**
 * Calls whose answer was lost can be sent again. A session that takes the place of another one names it, and the other one ends when
 * this one is first used: until then nobody knows whether it has arrived. And a link that was used is known as such.
 */
export class LostAnswers1763877000121 implements MigrationInterface {
  readonly name = 'LostAnswers1763877000121';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE owner_session ADD COLUMN follows bytea;
      CREATE INDEX owner_session_follows ON owner_session (follows) WHERE follows IS NOT NULL;
      ALTER TABLE owner_account DROP CONSTRAINT owner_account_invited;
      DROP FUNCTION find_session(bytea, interval);
      DROP FUNCTION switch_session(bytea, text, bytea, bytea, text);
      DROP FUNCTION end_login_sessions(text, text, bytea);
      DROP FUNCTION find_invitation(bytea);
      ${systemFunction(
        'find_invitation(presented bytea)',
        'TABLE (store_id text, id text, email text, login_id text)',
        `SELECT store_id, id, email, login_id FROM owner_account
         WHERE invite_digest = presented AND (joined_at IS NOT NULL OR invite_expires_at > now())`,
      )}
      ${systemFunction(
        'find_session(for_digest bytea, idle interval)',
        'TABLE (store_id text, owner_id text, csrf_digest bytea, expires_at timestamptz, email text)',
        // The first use ends the one before and notes nothing: two sessions are not locked at once but under their login.
        `WITH touched AS (
           UPDATE owner_session n SET used_at = now() WHERE n.digest = for_digest AND n.used_at < now() - interval '1 minute'
             AND n.used_at > now() - idle AND n.expires_at > now()
             AND NOT EXISTS (SELECT FROM owner_session o WHERE o.digest = n.follows)),
         followed AS (
           DELETE FROM owner_session o USING owner_session n WHERE n.digest = for_digest AND o.digest = n.follows
             AND n.used_at > now() - idle AND n.expires_at > now())
         SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email
         FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
         WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle`,
      )}
      ${systemFunction(
        'switch_session(presented bytea, to_store text, fresh bytea, fresh_csrf bytea, fresh_id text)',
        'TABLE (owner_id text, expires_at timestamptz)',
        // The password may change meanwhile, which ends all sessions: it waits for this one, or this one for it. Of several switches
        // of one session the last one counts.
        `DECLARE
           held owner_session;
           target text;
         BEGIN
           PERFORM FROM login l WHERE l.id = (
             SELECT o.login_id FROM owner_session s JOIN owner_account o ON o.id = s.owner_id WHERE s.digest = presented
           ) FOR NO KEY UPDATE;
           SELECT o.id INTO target FROM owner_session s JOIN owner_account me ON me.id = s.owner_id
             JOIN owner_account o ON o.login_id = me.login_id AND o.store_id = to_store
             WHERE s.digest = presented FOR SHARE OF o;
           SELECT * INTO held FROM owner_session s WHERE s.digest = presented AND s.expires_at > now() FOR UPDATE;
           IF target IS NULL OR held.digest IS NULL THEN RETURN; END IF;
           DELETE FROM owner_session s WHERE s.follows = presented;
           INSERT INTO owner_session (digest, store_id, owner_id, csrf_digest, expires_at, id, device, follows)
             VALUES (fresh, to_store, target, fresh_csrf, held.expires_at, fresh_id, held.device, presented);
           RETURN QUERY SELECT target, held.expires_at;
         END`,
        'plpgsql',
      )}
      ${systemFunction(
        'log_out(presented bytea)',
        'void',
        // One that was to follow it and was never used goes as well. The second statement sees a switch that the first one waited for.
        `BEGIN
           DELETE FROM owner_session WHERE digest = presented;
           DELETE FROM owner_session WHERE follows = presented;
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
               AND (only_id IS NULL OR s.id = only_id OR s.follows = (SELECT x.digest FROM owner_session x WHERE x.id = only_id))
               AND (but IS NULL OR s.digest <> but) RETURNING s.*;
         END`,
        'plpgsql',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION end_login_sessions(text, text, bytea);
      DROP FUNCTION log_out(bytea);
      DROP FUNCTION switch_session(bytea, text, bytea, bytea, text);
      DROP FUNCTION find_session(bytea, interval);
      DROP FUNCTION find_invitation(bytea);
      ${unforced(
        ['owner_account', 'owner_session'],
        `UPDATE owner_account SET invite_digest = NULL WHERE joined_at IS NOT NULL;
         DELETE FROM owner_session o USING owner_session n WHERE n.follows = o.digest;`,
      )}
      ALTER TABLE owner_account ADD CONSTRAINT owner_account_invited CHECK (joined_at IS NULL OR invite_digest IS NULL);
      DROP INDEX owner_session_follows;
      ALTER TABLE owner_session DROP COLUMN follows;
      ${systemFunction(
        'find_invitation(presented bytea)',
        'TABLE (store_id text, id text, email text)',
        `SELECT store_id, id, email FROM owner_account
         WHERE invite_digest = presented AND joined_at IS NULL AND invite_expires_at > now()`,
      )}
      ${systemFunction(
        'find_session(for_digest bytea, idle interval)',
        'TABLE (store_id text, owner_id text, csrf_digest bytea, expires_at timestamptz, email text)',
        `WITH touched AS (
           UPDATE owner_session SET used_at = now() WHERE digest = for_digest AND used_at < now() - interval '1 minute'
             AND used_at > now() - idle AND expires_at > now())
         SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email
         FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
         WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle`,
      )}
      ${systemFunction(
        'switch_session(presented bytea, to_store text, fresh bytea, fresh_csrf bytea, fresh_id text)',
        'TABLE (owner_id text, expires_at timestamptz)',
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
}
