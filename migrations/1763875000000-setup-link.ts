import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

/**
 * The link with which the first owner of an installation opens the first store: one at a time, of which a digest alone is kept. It is
 * dead as soon as there is an owner, whichever way that one came.
 */
export class SetupLink1763875000000 implements MigrationInterface {
  readonly name = 'SetupLink1763875000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE setup_link (
        sole boolean PRIMARY KEY DEFAULT true CHECK (sole),
        digest bytea NOT NULL,
        issued_at timestamptz NOT NULL
      );
      ALTER TABLE setup_link ENABLE ROW LEVEL SECURITY;
      ALTER TABLE setup_link FORCE ROW LEVEL SECURITY;
      ${openToFunctions('setup_link')}
      ${systemFunction(
        'issue_setup_link(fresh bytea)',
        'boolean',
        `INSERT INTO setup_link (digest, issued_at) SELECT fresh, now() WHERE NOT EXISTS (SELECT FROM owner_account)
         ON CONFLICT (sole) DO UPDATE SET digest = excluded.digest, issued_at = excluded.issued_at RETURNING true`,
      )}
      ${systemFunction(
        'setup_link_lives(presented bytea)',
        'boolean',
        `SELECT EXISTS (SELECT FROM setup_link WHERE digest = presented) AND NOT EXISTS (SELECT FROM owner_account)`,
      )}
      ${systemFunction(
        'claim_setup_link(presented bytea)',
        'boolean',
        // Two claims at once wait for one another at the row: the second finds it gone, or takes it when the first is rolled back.
        `DELETE FROM setup_link WHERE digest = presented AND NOT EXISTS (SELECT FROM owner_account) RETURNING true`,
      )}
      ${systemFunction('has_owner()', 'boolean', 'SELECT EXISTS (SELECT FROM owner_account)')}
      ALTER TABLE owner_account ADD COLUMN password_set_at timestamptz;
      ALTER TABLE owner_account NO FORCE ROW LEVEL SECURITY;
      UPDATE owner_account SET password_set_at = created_at;
      ALTER TABLE owner_account FORCE ROW LEVEL SECURITY;
      ALTER TABLE owner_account ALTER COLUMN password_set_at SET NOT NULL, ALTER COLUMN password_set_at SET DEFAULT now();`);
  }

  /** The earlier release opens stores by hand, and knows nothing of links. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE owner_account DROP COLUMN password_set_at;
      DROP FUNCTION has_owner();
      DROP FUNCTION claim_setup_link(bytea);
      DROP FUNCTION setup_link_lives(bytea);
      DROP FUNCTION issue_setup_link(bytea);
      DROP TABLE setup_link;`);
  }
}
