import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Mails to people who have no account here: they name what they are about, and are written when they are sent. */
export class Letters1763877000402 implements MigrationInterface {
  readonly name = 'Letters1763877000402';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE mail ALTER COLUMN owner_id DROP NOT NULL, ADD COLUMN letter text COLLATE "C", ADD COLUMN about text COLLATE "C",
        ADD CONSTRAINT mail_to CHECK ((owner_id IS NULL) = (letter IS NOT NULL AND about IS NOT NULL));`);
  }

  /** The earlier release knows mails to owners alone. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(['mail'], 'DELETE FROM mail WHERE owner_id IS NULL;')}
      ALTER TABLE mail DROP CONSTRAINT mail_to, DROP COLUMN letter, DROP COLUMN about, ALTER COLUMN owner_id SET NOT NULL;`);
  }
}
