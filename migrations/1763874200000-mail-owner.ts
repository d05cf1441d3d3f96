import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction, unforced } from './isolation';

/**
 * A mail names its owner in the place of an address of its own: who ends the account ends what it was sent. Mails to an address that no
 * owner of the store has are nobody's, and go.
 */
export class MailOwner1763874200000 implements MigrationInterface {
  readonly name = 'MailOwner1763874200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mail ADD COLUMN owner_id text COLLATE "C";
      ${unforced(
        ['mail', 'owner_account'],
        `UPDATE mail m SET owner_id = o.id
         FROM owner_account o WHERE o.store_id = m.store_id AND lower(o.email) = lower(m.to_address);
         DELETE FROM mail WHERE owner_id IS NULL;
         ALTER TABLE mail
           ALTER COLUMN owner_id SET NOT NULL,
           ADD CONSTRAINT mail_owner FOREIGN KEY (owner_id) REFERENCES owner_account (id) ON DELETE CASCADE;`,
      )}
      DROP INDEX mail_digest;
      CREATE UNIQUE INDEX mail_digest ON mail (store_id, token_id, owner_id) WHERE NOT written;
      CREATE INDEX mail_of_owner ON mail (owner_id);
      ALTER TABLE mail DROP COLUMN to_address;
      ${systemFunction(
        'sweep_mails(life interval, batch integer)',
        'bigint',
        `WITH swept AS (
           DELETE FROM mail WHERE (store_id, id) IN
             (SELECT store_id, id FROM mail WHERE state <> 'queued' AND created_at < now() - life LIMIT batch) RETURNING 1)
         SELECT count(*) FROM swept`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION sweep_mails(interval, integer);
      DROP INDEX mail_digest, mail_of_owner;
      ALTER TABLE mail ADD COLUMN to_address text;
      ${unforced(
        ['mail', 'owner_account'],
        'UPDATE mail m SET to_address = o.email FROM owner_account o WHERE o.id = m.owner_id;',
      )}
      ALTER TABLE mail ALTER COLUMN to_address SET NOT NULL, DROP COLUMN owner_id;
      CREATE UNIQUE INDEX mail_digest ON mail (store_id, token_id, to_address) WHERE NOT written;`);
  }
}
