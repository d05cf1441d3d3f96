import type { MigrationInterface, QueryRunner } from 'typeorm';
import { keepToFunctions, systemFunction } from './isolation';

/** Passkeys of a log-in: each of them is a second step, and one that has verified its owner stands for the password, too. */
export class Passkeys1796016000000 implements MigrationInterface {
  readonly name = 'Passkeys1796016000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A public key, and what the authenticator says of itself: the database alone opens nothing.
      CREATE TABLE login_passkey (
        id text COLLATE "C" PRIMARY KEY,
        login_id text COLLATE "C" NOT NULL REFERENCES login (id) ON DELETE CASCADE,
        credential_id bytea NOT NULL,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        user_handle bytea NOT NULL,
        transports text[] NOT NULL,
        name text NOT NULL,
        verifies_owner boolean NOT NULL,
        created_at timestamptz NOT NULL,
        used_at timestamptz
      );
      CREATE UNIQUE INDEX login_passkey_credential ON login_passkey (credential_id);
      CREATE INDEX login_passkey_login ON login_passkey (login_id, id);
      ${keepToFunctions('login_passkey')}

      -- A question to an authenticator, of which one answer counts. \`bound\` names whoever may answer: a session, or log-ins.
      CREATE TABLE passkey_challenge (
        digest bytea PRIMARY KEY,
        purpose text NOT NULL,
        bound text[] NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX passkey_challenge_expires ON passkey_challenge (expires_at);
      ${keepToFunctions('passkey_challenge')}
      ${replacedFunctions(true)}
      ${functions}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whoever has passkeys alone would be opened by the password alone: its accounts say so.
      UPDATE owner_account SET second_factor_since = (SELECT f.since FROM login_factor f WHERE f.login_id = owner_account.login_id)
        WHERE login_id IN (SELECT k.login_id FROM login_passkey k);
      DELETE FROM login_recovery_code c WHERE NOT EXISTS (
        SELECT FROM login_factor f WHERE f.login_id = c.login_id AND f.since IS NOT NULL);
      DROP FUNCTION login_passkeys(text[]);
      DROP FUNCTION add_passkey(text, text, bytea, bytea, bigint, bytea, text[], text, boolean, timestamptz);
      DROP FUNCTION name_passkey(text, text, text);
      DROP FUNCTION remove_passkey(text, text);
      DROP FUNCTION find_passkey(bytea);
      DROP FUNCTION use_passkey(text, bigint);
      DROP FUNCTION ask_passkey(bytea, text, text[], interval);
      DROP FUNCTION take_passkey_answer(bytea, text, text);
      ${replacedFunctions(false)}
      DROP TABLE passkey_challenge;
      DROP TABLE login_passkey;
    `);
  }
}

const functions = [
  systemFunction(
    'login_passkeys(ids text[])',
    'TABLE (id text, login_id text, credential_id bytea, user_handle bytea, transports text[], name text, verifies_owner boolean, created_at timestamptz, used_at timestamptz)',
    `SELECT id, login_id, credential_id, user_handle, transports, name, verifies_owner, created_at, used_at
     FROM login_passkey WHERE login_id = ANY (ids) ORDER BY id`,
  ),
  systemFunction(
    'add_passkey(fresh text, of_login text, credential bytea, key bytea, seen bigint, handle bytea, ways text[], called text, verified boolean, at timestamptz)',
    'boolean',
    `INSERT INTO login_passkey (id, login_id, credential_id, public_key, counter, user_handle, transports, name, verifies_owner, created_at)
     VALUES (fresh, of_login, credential, key, seen, handle, ways, called, verified, at)
     ON CONFLICT (credential_id) DO NOTHING RETURNING true`,
  ),
  systemFunction(
    'name_passkey(of_login text, which text, called text)',
    'boolean',
    'UPDATE login_passkey SET name = called WHERE login_id = of_login AND id = which RETURNING true',
  ),
  systemFunction(
    'remove_passkey(of_login text, which text)',
    'boolean',
    'DELETE FROM login_passkey WHERE login_id = of_login AND id = which RETURNING true',
  ),
  systemFunction(
    'find_passkey(credential bytea)',
    'TABLE (id text, login_id text, password_hash text, public_key bytea, counter bigint, user_handle bytea, verifies_owner boolean)',
    `SELECT k.id, k.login_id, l.password_hash, k.public_key, k.counter, k.user_handle, k.verifies_owner
     FROM login_passkey k JOIN login l ON l.id = k.login_id WHERE k.credential_id = credential`,
  ),
  systemFunction(
    'use_passkey(which text, seen bigint)',
    'boolean',
    `UPDATE login_passkey SET counter = seen, used_at = now()
     WHERE id = which AND (counter < seen OR (counter = 0 AND seen = 0)) RETURNING true`,
  ),
  systemFunction(
    'ask_passkey(fresh bytea, what text, whom text[], life interval)',
    'void',
    `DELETE FROM passkey_challenge WHERE digest IN (
       SELECT digest FROM passkey_challenge WHERE expires_at < now() ORDER BY expires_at LIMIT 100 FOR UPDATE SKIP LOCKED);
     INSERT INTO passkey_challenge (digest, purpose, bound, expires_at) VALUES (fresh, what, whom, now() + life)`,
  ),
  systemFunction(
    'take_passkey_answer(presented bytea, what text, by_whom text)',
    'boolean',
    `DELETE FROM passkey_challenge
     WHERE digest = presented AND purpose = what AND by_whom = ANY (bound) RETURNING expires_at > now()`,
  ),
].join('\n');

/** @param knowsPasskeys false: as these were before this migration */
const replacedFunctions = (knowsPasskeys: boolean): string => `
  DROP FUNCTION own_factor(text);
  DROP FUNCTION end_factor(text);
  DROP FUNCTION use_recovery_code(text, bytea);
  DROP FUNCTION claim_password_link(bytea, text, timestamptz);
  DROP FUNCTION merge_logins(text[], text[]);
  ${[ownFactor, endFactor, useRecoveryCode, claimLink, mergeLogins].map((made) => made(knowsPasskeys)).join('\n')}`;

const ownFactor = (knowsPasskeys: boolean): string =>
  knowsPasskeys
    ? systemFunction(
        'own_factor(of_login text)',
        'TABLE (nonce bytea, since timestamptz, codes bigint, authenticator_since timestamptz, passkeys bigint)',
        `SELECT f.nonce, least(f.since, k.since), (SELECT count(*) FROM login_recovery_code c WHERE c.login_id = of_login),
       f.since, k.number
     FROM (SELECT min(p.created_at) AS since, count(*) AS number FROM login_passkey p WHERE p.login_id = of_login) k
     LEFT JOIN login_factor f ON f.login_id = of_login WHERE f.login_id IS NOT NULL OR k.number > 0`,
      )
    : systemFunction(
        'own_factor(of_login text)',
        'TABLE (nonce bytea, since timestamptz, codes bigint)',
        `SELECT f.nonce, f.since, (SELECT count(*) FROM login_recovery_code c WHERE c.login_id = f.login_id)
     FROM login_factor f WHERE f.login_id = of_login`,
      );

/** The recovery codes stay as long as something is there that they stand for. */
const endFactor = (knowsPasskeys: boolean): string =>
  systemFunction(
    'end_factor(of_login text)',
    'void',
    `DELETE FROM login_recovery_code WHERE login_id = of_login${
      knowsPasskeys ? `\n       AND NOT EXISTS (SELECT FROM login_passkey k WHERE k.login_id = of_login)` : ''
    };
     DELETE FROM login_factor WHERE login_id = of_login`,
  );

const useRecoveryCode = (knowsPasskeys: boolean): string =>
  systemFunction(
    'use_recovery_code(of_login text, presented bytea)',
    'boolean',
    `DELETE FROM login_recovery_code c WHERE c.login_id = of_login AND c.digest = presented
       AND ${knowsPasskeys ? '(' : ''}EXISTS (SELECT FROM login_factor f WHERE f.login_id = of_login AND f.since IS NOT NULL)${
         knowsPasskeys ? ' OR EXISTS (SELECT FROM login_passkey k WHERE k.login_id = of_login))' : ''
       } RETURNING true`,
  );

const claimLink = (knowsPasskeys: boolean): string =>
  systemFunction(
    'claim_password_link(presented bytea, hash text, at timestamptz)',
    'TABLE (id text, store_id text, factor_ended boolean)',
    `DECLARE
  address text;
  held text[];
  ends boolean;
BEGIN
  SELECT lower(o.email), l.ends_factor INTO address, ends FROM password_link l JOIN owner_account o ON o.id = l.owner_id
    WHERE l.digest = presented AND l.expires_at > now();
  SELECT array_agg(x.id) INTO held FROM (
    SELECT l.id FROM login l WHERE l.id IN (SELECT a.login_id FROM owner_account a WHERE lower(a.email) = address)
    ORDER BY l.id FOR UPDATE) AS x;
  DELETE FROM password_link l WHERE l.digest = presented AND held IS NOT NULL;
  IF NOT FOUND THEN RETURN; END IF;
  DELETE FROM password_link l USING owner_account a WHERE a.id = l.owner_id AND lower(a.email) = address;
  UPDATE login l SET password_hash = hash, password_set_at = at WHERE l.id = ANY (held);
  IF ends THEN
    DELETE FROM login_recovery_code c WHERE c.login_id = ANY (held);
    DELETE FROM login_factor f WHERE f.login_id = ANY (held);${
      knowsPasskeys ? '\n    DELETE FROM login_passkey k WHERE k.login_id = ANY (held);' : ''
    }
  END IF;
  RETURN QUERY SELECT a.id, a.store_id, ends FROM owner_account a WHERE a.login_id = ANY (held) ORDER BY a.id;
END`,
    'plpgsql',
  );

/** The login that stays is one that has a second step, where one of them has. */
const mergeLogins = (knowsPasskeys: boolean): string => {
  const guarded = 'EXISTS (SELECT FROM login_factor f WHERE f.login_id = held.id AND f.since IS NOT NULL)';
  const order = knowsPasskeys
    ? `(${guarded} OR EXISTS (SELECT FROM login_passkey k WHERE k.login_id = held.id)) DESC`
    : `${guarded} DESC`;
  const since = knowsPasskeys
    ? '(SELECT f.since FROM own_factor(proven[1]) f)'
    : '(SELECT f.since FROM login_factor f WHERE f.login_id = proven[1])';
  return systemFunction(
    'merge_logins(ids text[], hashes text[])',
    'text',
    `DECLARE
  proven text[];
BEGIN
  SELECT array_agg(held.id ORDER BY ${order}, held.id) INTO proven FROM (
    SELECT l.id FROM unnest(ids, hashes) AS p (id, hash) JOIN login l ON l.id = p.id AND l.password_hash = p.hash
    ORDER BY l.id FOR UPDATE OF l) AS held;
  IF proven IS NULL THEN RETURN NULL; END IF;
  IF cardinality(proven) > 1 THEN
    UPDATE owner_account SET login_id = proven[1], second_factor_since = ${since} WHERE login_id = ANY (proven[2:]);
    DELETE FROM owner_session WHERE owner_id IN (SELECT a.id FROM owner_account a WHERE a.login_id = proven[1]);
    DELETE FROM login WHERE id = ANY (proven[2:]);
  END IF;
  RETURN proven[1];
END`,
    'plpgsql',
  );
};
