import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** An owner tells sessions apart, ends one of them, and says the password again before what a stolen session must not do. */
export class OwnerSession1763875001000 implements MigrationInterface {
  readonly name = 'OwnerSession1763875001000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE owner_session ADD COLUMN id text COLLATE "C", ADD COLUMN device text, ADD COLUMN confirmed_at timestamptz;
      ${unforced(
        ['owner_session'],
        // The digits of a digest are letters of a ULID as well.
        `UPDATE owner_session SET id = 'ses_0' || upper(substr(encode(digest, 'hex'), 1, 25));`,
      )}
      ALTER TABLE owner_session ALTER COLUMN id SET NOT NULL;
      CREATE UNIQUE INDEX owner_session_id ON owner_session (store_id, owner_id, id);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX owner_session_id;
      ALTER TABLE owner_session DROP COLUMN id, DROP COLUMN device, DROP COLUMN confirmed_at;`);
  }
}
