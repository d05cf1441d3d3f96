import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** A digest that was given up before it was written collects nothing more: the token's next one may open. */
export class MailDigest1763874500000 implements MigrationInterface {
  readonly name = 'MailDigest1763874500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX mail_digest;
      CREATE UNIQUE INDEX mail_digest ON mail (store_id, token_id, owner_id) WHERE NOT written AND state = 'queued';`);
  }

  /** The earlier release knows one unwritten mail of a token: the others count as written, so that they block none. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX mail_digest;
      ${unforced(['mail'], `UPDATE mail SET written = true WHERE NOT written AND state <> 'queued';`)}
      CREATE UNIQUE INDEX mail_digest ON mail (store_id, token_id, owner_id) WHERE NOT written;`);
  }
}
