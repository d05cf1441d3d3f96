import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The total that the buyer of a cart of the telephone was told with the link. */
export class LinkTotals1796020000000 implements MigrationInterface {
  readonly name = 'LinkTotals1796020000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkout_session ADD COLUMN link_total bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE checkout_session DROP COLUMN link_total');
  }
}
