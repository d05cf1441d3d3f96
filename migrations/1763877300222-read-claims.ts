import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Claims say when the marketplace was asked that has shown them: an act may have ended between the question and its answer. */
export class ReadClaims1763877300222 implements MigrationInterface {
  readonly name = 'ReadClaims1763877300222';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE channel_claim ADD COLUMN read_at timestamptz NOT NULL DEFAULT '-infinity'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_claim DROP COLUMN read_at');
  }
}
