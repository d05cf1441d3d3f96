import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What an owner says of an item that is approved, for whoever proposed it. */
export class ItemComments1796022000000 implements MigrationInterface {
  readonly name = 'ItemComments1796022000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item ADD COLUMN comment text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item DROP COLUMN comment');
  }
}
