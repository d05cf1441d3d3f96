import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The listings of a lost request that were looked at once, and are looked at again when it can no longer arrive. */
export class LateRequests1763877310550 implements MigrationInterface {
  readonly name = 'LateRequests1763877310550';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_sending ADD COLUMN looked_ids text[] COLLATE "C"');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_sending DROP COLUMN looked_ids');
  }
}
