import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/**
 * A link for a new password leaves the passkeys of a login, one of which may be an intruder's. Each of them stands beside the password alone
 * from then on, until it has opened the login beside the new one.
 */
export class PasskeysAfterResets1796022000000 implements MigrationInterface {
  readonly name = 'PasskeysAfterResets1796022000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE login_passkey ADD COLUMN awaits_password boolean NOT NULL DEFAULT false;
      ${replacedFunctions(true)}
      ${systemFunction(
        'prove_passkey(which text)',
        'boolean',
        'UPDATE login_passkey SET awaits_password = false WHERE id = which RETURNING true',
      )}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION prove_passkey(text);
      ${replacedFunctions(false)}
      ALTER TABLE login_passkey DROP COLUMN awaits_password;
    `);
  }
}

/** @param awaits false: as these were before this migration */
const replacedFunctions = (awaits: boolean): string => `
  DROP FUNCTION login_passkeys(text[]);
  DROP FUNCTION find_passkey(bytea);
  DROP FUNCTION claim_password_link(bytea, text, timestamptz);
  ${[loginPasskeys, findPasskey, claimLink].map((made) => made(awaits)).join('\n')}`;

/** One that awaits the password stands for none, whatever its authenticator verifies. */
const loginPasskeys = (awaits: boolean): string =>
  systemFunction(
    'login_passkeys(ids text[])',
    'TABLE (id text, login_id text, credential_id bytea, user_handle bytea, transports text[], name text, verifies_owner boolean, created_at timestamptz, used_at timestamptz)',
    `SELECT id, login_id, credential_id, user_handle, transports, name, verifies_owner${awaits ? ' AND NOT awaits_password' : ''}, created_at, used_at
     FROM login_passkey WHERE login_id = ANY (ids) ORDER BY id`,
  );

const findPasskey = (awaits: boolean): string =>
  systemFunction(
    'find_passkey(credential bytea)',
    'TABLE (id text, login_id text, password_hash text, public_key bytea, counter bigint, user_handle bytea, verifies_owner boolean)',
    `SELECT k.id, k.login_id, l.password_hash, k.public_key, k.counter, k.user_handle, k.verifies_owner${awaits ? ' AND NOT k.awaits_password' : ''}
     FROM login_passkey k JOIN login l ON l.id = k.login_id WHERE k.credential_id = credential`,
  );

const claimLink = (awaits: boolean): string =>
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
  UPDATE login l SET password_hash = hash, password_set_at = at WHERE l.id = ANY (held);${
    awaits ? '\n  UPDATE login_passkey k SET awaits_password = true WHERE k.login_id = ANY (held);' : ''
  }
  IF ends THEN
    DELETE FROM login_recovery_code c WHERE c.login_id = ANY (held);
    DELETE FROM login_factor f WHERE f.login_id = ANY (held);
    DELETE FROM login_passkey k WHERE k.login_id = ANY (held);
  END IF;
  RETURN QUERY SELECT a.id, a.store_id, ends FROM owner_account a WHERE a.login_id = ANY (held) ORDER BY a.id;
END`,
    'plpgsql',
  );
