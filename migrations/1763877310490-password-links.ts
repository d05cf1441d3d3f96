import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

const RENEW = `UPDATE login l SET password_hash = hash, password_set_at = at FROM owner_account o
         WHERE o.id = of_owner AND l.id = o.login_id`;

/**
 * Links by which an owner who has lost the password sets another one. A digest alone is kept of each, with the account whose address it
 * is for; the link is worth every login of that address. Functions alone see them, as logins.
 */
export class PasswordLinks1763877310490 implements MigrationInterface {
  readonly name = 'PasswordLinks1763877310490';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_link (
        digest bytea PRIMARY KEY,
        owner_id text COLLATE "C" NOT NULL REFERENCES owner_account (id) ON DELETE CASCADE,
        mail_id text COLLATE "C" UNIQUE,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX password_link_owner ON password_link (owner_id);
      CREATE INDEX password_link_expiry ON password_link (expires_at);
      ALTER TABLE password_link ENABLE ROW LEVEL SECURITY;
      ALTER TABLE password_link FORCE ROW LEVEL SECURITY;
      ${openToFunctions('password_link')}
      ${systemFunction(
        'address_account(for_email text)',
        'TABLE (id text, store_id text)',
        `SELECT id, store_id FROM owner_account WHERE lower(email) = lower(for_email) AND login_id IS NOT NULL
         ORDER BY joined_at, id LIMIT 1`,
      )}
      ${systemFunction(
        'login_addresses(most integer)',
        'SETOF text',
        'SELECT lower(email) FROM owner_account WHERE login_id IS NOT NULL GROUP BY 1 ORDER BY min(joined_at), 1 LIMIT most',
      )}
      ${systemFunction(
        'issue_password_link(fresh bytea, for_owner text, by_mail text, expires timestamptz)',
        'void',
        `DELETE FROM password_link WHERE digest IN (
           SELECT digest FROM password_link WHERE expires_at < now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED);
         INSERT INTO password_link (digest, owner_id, mail_id, expires_at) VALUES (fresh, for_owner, by_mail, expires)`,
      )}
      ${systemFunction(
        'mailed_password_link(in_mail text)',
        'timestamptz',
        'SELECT expires_at FROM password_link WHERE mail_id = in_mail AND expires_at > now()',
      )}
      ${systemFunction(
        'find_password_link(presented bytea)',
        'TABLE (id text, store_id text, email text, mailed boolean)',
        `SELECT o.id, o.store_id, o.email, l.mail_id IS NOT NULL FROM password_link l JOIN owner_account o ON o.id = l.owner_id
         WHERE l.digest = presented AND l.expires_at > now()`,
      )}
      ${systemFunction(
        'claim_password_link(presented bytea, hash text, at timestamptz)',
        'TABLE (id text, store_id text)',
        // The logins come first, as for everybody who locks several things of an owner: two links of one address wait for each other there.
        `DECLARE
           address text;
           held text[];
         BEGIN
           SELECT lower(o.email) INTO address FROM password_link l JOIN owner_account o ON o.id = l.owner_id
             WHERE l.digest = presented AND l.expires_at > now();
           SELECT array_agg(x.id) INTO held FROM (
             SELECT l.id FROM login l WHERE l.id IN (SELECT a.login_id FROM owner_account a WHERE lower(a.email) = address)
             ORDER BY l.id FOR UPDATE) AS x;
           DELETE FROM password_link l WHERE l.digest = presented AND held IS NOT NULL;
           IF NOT FOUND THEN RETURN; END IF;
           DELETE FROM password_link l USING owner_account a WHERE a.id = l.owner_id AND lower(a.email) = address;
           UPDATE login l SET password_hash = hash, password_set_at = at WHERE l.id = ANY (held);
           RETURN QUERY SELECT a.id, a.store_id FROM owner_account a WHERE a.login_id = ANY (held) ORDER BY a.id;
         END`,
        'plpgsql',
      )}
      DROP FUNCTION set_password(text, text, timestamptz);
      ${systemFunction(
        'set_password(of_owner text, hash text, at timestamptz)',
        'void',
        // A link that was asked for before is over with the password that it was to replace.
        `${RENEW};
         DELETE FROM password_link p USING owner_account a, owner_account o
         WHERE o.id = of_owner AND lower(a.email) = lower(o.email) AND p.owner_id = a.id`,
      )}`);
  }

  /** Links that are out end with the release that knows them. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION set_password(text, text, timestamptz);
      ${systemFunction('set_password(of_owner text, hash text, at timestamptz)', 'void', RENEW)}
      DROP FUNCTION claim_password_link(bytea, text, timestamptz);
      DROP FUNCTION find_password_link(bytea);
      DROP FUNCTION mailed_password_link(text);
      DROP FUNCTION issue_password_link(bytea, text, text, timestamptz);
      DROP FUNCTION login_addresses(integer);
      DROP FUNCTION address_account(text);
      DROP TABLE password_link;`);
  }
}
