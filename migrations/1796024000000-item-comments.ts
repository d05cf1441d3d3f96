import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps the comment of an owner on an item that is approved, for whoever proposed it. */
export class ItemComments1796024000000 implements MigrationInterface {
  readonly name = 'ItemComments1796024000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item ADD COLUMN comment text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item DROP COLUMN comment');
  }
}
