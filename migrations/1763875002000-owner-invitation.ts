import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction, unforced } from './isolation';

/** An owner invites others. Who is invited has an account that nobody can log in to until the link is claimed. */
export class OwnerInvitation1763875002000 implements MigrationInterface {
  readonly name = 'OwnerInvitation1763875002000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE owner_account
        ADD COLUMN joined_at timestamptz, ADD COLUMN invite_expires_at timestamptz, ADD COLUMN invite_digest bytea,
        ALTER COLUMN password_hash DROP NOT NULL, ALTER COLUMN password_set_at DROP NOT NULL;
      ${unforced(['owner_account'], 'UPDATE owner_account SET joined_at = created_at;')}
      ALTER TABLE owner_account ALTER COLUMN joined_at SET DEFAULT now(),
        ADD CONSTRAINT owner_account_joined CHECK ((joined_at IS NULL) = (password_hash IS NULL)),
        ADD CONSTRAINT owner_account_invited CHECK (joined_at IS NULL OR invite_digest IS NULL);
      CREATE INDEX owner_account_invitation ON owner_account (invite_digest) WHERE invite_digest IS NOT NULL;
      ${systemFunction(
        'find_invitation(presented bytea)',
        'TABLE (store_id text, id text, email text)',
        `SELECT store_id, id, email FROM owner_account
         WHERE invite_digest = presented AND joined_at IS NULL AND invite_expires_at > now()`,
      )}`);
  }

  /** Who has not joined yet has no password, which the earlier release asks of everybody. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION find_invitation(bytea);
      DROP INDEX owner_account_invitation;
      ${unforced(['mail', 'owner_account'], 'DELETE FROM owner_account WHERE joined_at IS NULL;')}
      ALTER TABLE owner_account DROP CONSTRAINT owner_account_joined, DROP CONSTRAINT owner_account_invited,
        DROP COLUMN joined_at, DROP COLUMN invite_expires_at, DROP COLUMN invite_digest,
        ALTER COLUMN password_hash SET NOT NULL, ALTER COLUMN password_set_at SET NOT NULL;`);
  }
}
