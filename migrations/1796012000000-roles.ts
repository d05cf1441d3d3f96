import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** A person of a store has a role. Whoever is there before is an owner. */
export class Roles1796012000000 implements MigrationInterface {
  readonly name = 'Roles1796012000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE owner_account ADD COLUMN role text NOT NULL DEFAULT 'owner' CHECK (role IN ('packer', 'manager', 'owner'));
      DROP FUNCTION find_session(bytea, interval);
      ${findSession(true)}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION find_session(bytea, interval);
      ${findSession(false)}
      -- Whoever may do less than an owner must not become one. Sessions name their account.
      DELETE FROM owner_session s USING owner_account o WHERE o.id = s.owner_id AND o.role <> 'owner';
      DELETE FROM owner_account WHERE role <> 'owner';
      ALTER TABLE owner_account DROP COLUMN role;
    `);
  }
}

/** @param knowsRoles false: as it was before this migration */
const findSession = (knowsRoles: boolean): string =>
  systemFunction(
    'find_session(for_digest bytea, idle interval)',
    `TABLE (store_id text, owner_id text, csrf_digest bytea, expires_at timestamptz, email text, lacks_factor boolean${knowsRoles ? ', role text' : ''})`,
    `WITH touched AS (
  UPDATE owner_session n SET used_at = now() WHERE n.digest = for_digest AND n.used_at < now() - interval '1 minute'
    AND n.used_at > now() - idle AND n.expires_at > now()
    AND NOT EXISTS (SELECT FROM owner_session o WHERE o.digest = n.follows)),
followed AS (
  DELETE FROM owner_session o USING owner_session n WHERE n.digest = for_digest AND o.digest = n.follows
    AND n.used_at > now() - idle AND n.expires_at > now())
SELECT s.store_id, s.owner_id, s.csrf_digest, s.expires_at, o.email,
  o.second_factor_since IS NULL AND (SELECT t.second_factor_required FROM store t WHERE t.id = s.store_id)${knowsRoles ? ', o.role' : ''}
FROM owner_session s JOIN owner_account o ON o.id = s.owner_id
WHERE s.digest = for_digest AND s.expires_at > now() AND s.used_at > now() - idle`,
  );
