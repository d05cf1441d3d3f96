import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The next item of an application is found at once, however many are applied before it: a bulk act has up to 5,000. */
export class WaitingItems1796003000000 implements MigrationInterface {
  readonly name = 'WaitingItems1796003000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX proposal_item_next ON proposal_item (store_id, proposal_id, seq)
        WHERE state NOT IN ('applied', 'skipped', 'left_running', 'dropped')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX proposal_item_next');
  }
}
