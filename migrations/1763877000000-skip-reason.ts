import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an owner says when skipping an item, for the agent that proposed it. */
export class SkipReason1763877000000 implements MigrationInterface {
  readonly name = 'SkipReason1763877000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item ADD COLUMN skip_reason text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item DROP COLUMN skip_reason');
  }
}
