import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Which amounts of a period may stand where others stood: that is what the others are held against. */
export class AmountPlace1763810000000 implements MigrationInterface {
  readonly name = 'AmountPlace1763810000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE amount_drift
        ADD COLUMN began_max bigint,
        ADD COLUMN joined boolean NOT NULL DEFAULT false,
        ADD COLUMN displaced boolean NOT NULL DEFAULT false;
      ${unforced(
        ['amount_drift'],
        `UPDATE amount_drift SET displaced = true
         WHERE latest IS NULL AND NOT inherits AND stand_in_id IS NOT NULL AND stand_in_id <> subject_id;`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE amount_drift DROP COLUMN began_max, DROP COLUMN joined, DROP COLUMN displaced');
  }
}
