import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/**
 * What nobody decides on any more is dropped, and what was withdrawn while its work went on is left to that: neither stays among what
 * waits, or counts as applied. Whether an item waits for work is said by its state alone.
 */
export class ItemStates1763876400000 implements MigrationInterface {
  readonly name = 'ItemStates1763876400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_state_check;
      ${unforced(
        ['proposal', 'proposal_item'],
        `UPDATE proposal_item SET state = 'started' WHERE awaited IS NOT NULL;
         UPDATE proposal_item i SET state = CASE WHEN i.state = 'started' THEN 'left_running' ELSE 'dropped' END
         FROM proposal p
         WHERE p.store_id = i.store_id AND p.id = i.proposal_id AND p.state IN ('rejected', 'withdrawn')
           AND i.state NOT IN ('applied', 'skipped');`,
      )}
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_state_check CHECK (state IN
        ('pending', 'started', 'applied', 'skipped', 'stale', 'refused', 'failed', 'left_running', 'dropped'));
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_awaited_check CHECK (CASE
        WHEN state IN ('started', 'left_running') THEN awaited IS NOT NULL
        ELSE awaited IS NULL OR state = 'applied' END);`);
  }

  /** What was left to its work counts as applied, as it did before. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_awaited_check;
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_state_check;
      ${unforced(
        ['proposal_item'],
        `UPDATE proposal_item SET state = 'applied', audit_id = awaited ->> 'auditId', applied_at = now() WHERE state = 'left_running';
         UPDATE proposal_item SET state = 'pending' WHERE state = 'dropped';
         UPDATE proposal_item SET awaited = NULL WHERE state = 'applied' AND awaited IS NOT NULL;`,
      )}
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_state_check
        CHECK (state IN ('pending', 'started', 'applied', 'skipped', 'stale', 'refused', 'failed'));`);
  }
}
