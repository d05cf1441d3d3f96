import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Mails know the token on whose behalf they are, and digests are written when they fall due. */
export class MailCap1763700680000 implements MigrationInterface {
  readonly name = 'MailCap1763700680000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mail
        ADD COLUMN token_id text COLLATE "C",
        ADD COLUMN written boolean NOT NULL DEFAULT true,
        ADD COLUMN due_at timestamptz,
        DROP CONSTRAINT mail_state_check,
        ADD CONSTRAINT mail_state_check CHECK (state IN ('queued', 'sent', 'kept', 'failed', 'dropped'));
      CREATE UNIQUE INDEX mail_digest ON mail (store_id, token_id, to_address) WHERE NOT written;
      CREATE INDEX mail_token ON mail (store_id, token_id, id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX mail_digest, mail_token;
      ${unforced(['mail'], `UPDATE mail SET state = 'kept' WHERE state = 'dropped';`)}
      ALTER TABLE mail
        DROP CONSTRAINT mail_state_check,
        ADD CONSTRAINT mail_state_check CHECK (state IN ('queued', 'sent', 'kept', 'failed')),
        DROP COLUMN token_id, DROP COLUMN written, DROP COLUMN due_at;`);
  }
}
