import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Items that failed for good have a state of their own, and the counters of a proposal are read from an index alone. */
export class ProposalFailure1763700620000 implements MigrationInterface {
  readonly name = 'ProposalFailure1763700620000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_state_check;
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_state_check
        CHECK (state IN ('pending', 'applied', 'skipped', 'stale', 'refused', 'failed'));
      CREATE INDEX proposal_item_state ON proposal_item (store_id, proposal_id, state);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX proposal_item_state;
      ${unforced(['proposal_item'], `UPDATE proposal_item SET state = 'refused' WHERE state = 'failed';`)}
      ALTER TABLE proposal_item DROP CONSTRAINT proposal_item_state_check;
      ALTER TABLE proposal_item ADD CONSTRAINT proposal_item_state_check
        CHECK (state IN ('pending', 'applied', 'skipped', 'stale', 'refused'));`);
  }
}
