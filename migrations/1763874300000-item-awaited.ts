import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** An item whose command starts work is applied when that has ended, and until then it is known what it waits for. */
export class ItemAwaited1763874300000 implements MigrationInterface {
  readonly name = 'ItemAwaited1763874300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal_item ADD COLUMN awaited jsonb, ADD COLUMN failures integer NOT NULL DEFAULT 0;
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_state_check;
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_state_check
        CHECK (state IN ('pending', 'started', 'applied', 'skipped', 'stale', 'refused', 'failed'));`);
  }

  /** What is awaited counts as applied, as it did before. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(['proposal_item'], `UPDATE proposal_item SET state = 'applied', applied_at = now() WHERE awaited IS NOT NULL;`)}
      ALTER TABLE proposal_item DROP COLUMN awaited, DROP COLUMN failures;
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_state_check;
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_state_check
        CHECK (state IN ('pending', 'applied', 'skipped', 'stale', 'refused', 'failed'));`);
  }
}
