import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepToFunctions, systemFunction } from './isolation';

/** A second step of a log-in: codes of an authenticator, and recovery codes. A store may require it of its owners. */
export class SecondFactors1796010000000 implements MigrationInterface {
  readonly name = 'SecondFactors1796010000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Its secret follows from the nonce and a key of the product: the database alone opens nothing. Without \`since\` it is not proven yet.
      CREATE TABLE login_factor (
        login_id text COLLATE "C" PRIMARY KEY REFERENCES login (id) ON DELETE CASCADE,
        nonce bytea NOT NULL,
        since timestamptz,
        used_step bigint NOT NULL DEFAULT 0
      );
      ${keepToFunctions('login_factor')}

      CREATE TABLE login_recovery_code (
        login_id text COLLATE "C" NOT NULL REFERENCES login (id) ON DELETE CASCADE,
        digest bytea NOT NULL,
        PRIMARY KEY (login_id, digest)
      );
      ${keepToFunctions('login_recovery_code')}

      ALTER TABLE owner_account ADD COLUMN second_factor_since timestamptz;
      ALTER TABLE store ADD COLUMN second_factor_required boolean NOT NULL DEFAULT false;
      ALTER TABLE password_link ADD COLUMN ends_factor boolean NOT NULL DEFAULT false;
      ${functions}
    `);
    await runner.query(`
      DROP FUNCTION find_session(bytea, interval);
      DROP FUNCTION issue_password_link(bytea, text, text, timestamptz);
      DROP FUNCTION claim_password_link(bytea, text, timestamptz);
      DROP FUNCTION merge_logins(text[], text[]);
      ${[findSession(true), issueLink(true), claimLink(true), mergeLogins(true)].join('\n')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION find_session(bytea, interval);
      DROP FUNCTION issue_password_link(bytea, text, text, timestamptz, boolean);
      DROP FUNCTION claim_password_link(bytea, text, timestamptz);
      DROP FUNCTION merge_logins(text[], text[]);
      ${[findSession(false), issueLink(false), claimLink(false), mergeLogins(false)].join('\n')}
      DROP FUNCTION login_factors(text[]);
      DROP FUNCTION own_factor(text);
      DROP FUNCTION begin_factor(text, bytea);
      DROP FUNCTION prove_factor(text, bigint, timestamptz);
      DROP FUNCTION end_factor(text);
      DROP FUNCTION use_factor(text, bigint, boolean);
      DROP FUNCTION set_recovery_codes(text, bytea[]);
      DROP FUNCTION use_recovery_code(text, bytea);
      DROP FUNCTION requires_factor(text, text);
      ALTER TABLE password_link DROP COLUMN ends_factor;
      ALTER TABLE store DROP COLUMN second_factor_required;
      ALTER TABLE owner_account DROP COLUMN second_factor_since;
      DROP TABLE login_recovery_code;
      DROP TABLE login_factor;
    `);
  }
}

const functions = [
  systemFunction(
    'login_factors(ids text[])',
    'TABLE (login_id text, nonce bytea)',
    'SELECT login_id, nonce FROM login_factor WHERE login_id = ANY (ids) AND since IS NOT NULL',
  ),
  systemFunction(
    'own_factor(of_login text)',
    'TABLE (nonce bytea, since timestamptz, codes bigint)',
    `SELECT f.nonce, f.since, (SELECT count(*) FROM login_recovery_code c WHERE c.login_id = f.login_id)
     FROM login_factor f WHERE f.login_id = of_login`,
  ),
  systemFunction(
    'begin_factor(of_login text, fresh bytea)',
    'boolean',
    `INSERT INTO login_factor AS f (login_id, nonce) VALUES (of_login, fresh)
     ON CONFLICT (login_id) DO UPDATE SET nonce = excluded.nonce WHERE f.since IS NULL RETURNING true`,
  ),
  systemFunction(
    'prove_factor(of_login text, step bigint, at timestamptz)',
    'boolean',
    `UPDATE login_factor SET since = at, used_step = step WHERE login_id = of_login AND since IS NULL RETURNING true`,
  ),
  systemFunction(
    'end_factor(of_login text)',
    'void',
    `DELETE FROM login_recovery_code WHERE login_id = of_login;
     DELETE FROM login_factor WHERE login_id = of_login`,
  ),
  systemFunction(
    'use_factor(of_login text, step bigint, again boolean)',
    'boolean',
    `UPDATE login_factor SET used_step = step
     WHERE login_id = of_login AND since IS NOT NULL AND (used_step < step OR (again AND used_step = step)) RETURNING true`,
  ),
  systemFunction(
    'set_recovery_codes(of_login text, digests bytea[])',
    'void',
    `DELETE FROM login_recovery_code WHERE login_id = of_login;
     INSERT INTO login_recovery_code (login_id, digest) SELECT of_login, unnest(digests)`,
  ),
  systemFunction(
    'use_recovery_code(of_login text, presented bytea)',
    'boolean',
    `DELETE FROM login_recovery_code c WHERE c.login_id = of_login AND c.digest = presented
       AND EXISTS (SELECT FROM login_factor f WHERE f.login_id = of_login AND f.since IS NOT NULL) RETURNING true`,
  ),
  systemFunction(
    'requires_factor(of_login text, in_store text)',
    'boolean',
    `SELECT EXISTS (SELECT FROM owner_account o JOIN store s ON s.id = o.store_id
     WHERE o.login_id = of_login AND (in_store IS NULL OR s.id = in_store) AND s.second_factor_required)`,
  ),
].join('\n');

/** @param knowsFactors false: as it was before this migration */
const findSession = (knowsFactors: boolean): string =>
  systemFunction(
    'find_session(for_digest bytea, idle interval)',
    `TABLE (store_id text, owner_id text, csrf_digest bytea, expires_at timestamptz, email text${knowsFactors ? ', lacks_factor boolean' : ''})`,
    `WITH touched AS (
  UPDATE owner_session n SET used_at = now() WHERE n.digest = for_digest AND n.used_at < now() - interval '1 minute'
    AND n.used_at > now() - idle AND n.expires_at > now()
    AND NOT EXISTS (SELECT FROM owner_session o WHERE o.digest = n.follows)),
followed AS (
  DELETE FROM owner_session o USING owner_session n WHERE n.digest = for_digest AND o.digest = n.follows
    AND n.used_at > now() - idle AND n.expires_at > now())
SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email${
      knowsFactors
        ? `,
  o.second_factor_since IS NULL AND (SELECT t.second_factor_required FROM store t WHERE t.id = s.store_id)`
        : ''
    }
FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle`,
  );

const issueLink = (knowsFactors: boolean): string =>
  systemFunction(
    `issue_password_link(fresh bytea, for_owner text, by_mail text, expires timestamptz${knowsFactors ? ', ends boolean' : ''})`,
    'void',
    `DELETE FROM password_link WHERE digest IN (
  SELECT digest FROM password_link WHERE expires_at < now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED);
INSERT INTO password_link (digest, owner_id, mail_id, expires_at${knowsFactors ? ', ends_factor' : ''})
  VALUES (fresh, for_owner, by_mail, expires${knowsFactors ? ', ends' : ''})`,
  );

const claimLink = (knowsFactors: boolean): string =>
  systemFunction(
    'claim_password_link(presented bytea, hash text, at timestamptz)',
    `TABLE (id text, store_id text${knowsFactors ? ', factor_ended boolean' : ''})`,
    `DECLARE
  address text;
  held text[];${knowsFactors ? '\n  ends boolean;' : ''}
BEGIN
  SELECT lower(o.email)${knowsFactors ? ', l.ends_factor' : ''} INTO address${knowsFactors ? ', ends' : ''} FROM password_link l JOIN owner_account o ON o.id = l.owner_id
    WHERE l.digest = presented AND l.expires_at > now();
  SELECT array_agg(x.id) INTO held FROM (
    SELECT l.id FROM login l WHERE l.id IN (SELECT a.login_id FROM owner_account a WHERE lower(a.email) = address)
    ORDER BY l.id FOR UPDATE) AS x;
  DELETE FROM password_link l WHERE l.digest = presented AND held IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM password_link l USING owner_account a WHERE a.id = l.owner_id AND lower(a.email) = address;
  UPDATE login l SET password_hash = hash, password_set_at = at WHERE l.id = ANY (held);${
    knowsFactors
      ? `
  IF ends THEN
    DELETE FROM login_recovery_code c WHERE c.login_id = ANY (held);
    DELETE FROM login_factor f WHERE f.login_id = ANY (held);
  END IF;`
      : ''
  }
  RETURN QUERY SELECT a.id, a.store_id${knowsFactors ? ', ends' : ''} FROM owner_account a WHERE a.login_id = ANY (held) ORDER BY a.id;
END`,
    'plpgsql',
  );

/** The login that stays is one that has a second step, where one of them has. */
const mergeLogins = (knowsFactors: boolean): string =>
  systemFunction(
    'merge_logins(ids text[], hashes text[])',
    'text',
    `DECLARE
  proven text[];
BEGIN
  SELECT array_agg(held.id ORDER BY ${knowsFactors ? 'EXISTS (SELECT FROM login_factor f WHERE f.login_id = held.id AND f.since IS NOT NULL) DESC, ' : ''}held.id) INTO proven FROM (
    SELECT l.id FROM unnest(ids, hashes) AS p (id, hash) JOIN login l ON l.id = p.id AND l.password_hash = p.hash
    ORDER BY l.id FOR UPDATE OF l) AS held;
  IF proven IS NULL THEN RETURN NULL; END IF;
  IF cardinality(proven) > 1 THEN
    UPDATE owner_account SET login_id = proven[1]${
      knowsFactors ? `, second_factor_since = (SELECT f.since FROM login_factor f WHERE f.login_id = proven[1])` : ''
    } WHERE login_id = ANY (proven[2:]);
    DELETE FROM owner_session WHERE owner_id IN (SELECT a.id FROM owner_account a WHERE a.login_id = proven[1]);
    DELETE FROM login WHERE id = ANY (proven[2:]);
  END IF;
  RETURN proven[1];
END`,
    'plpgsql',
  );
