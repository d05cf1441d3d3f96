import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A body that is put back by its hash alone is based on the version on which it was drafted. Nobody knows that of earlier bodies: 0. */
export class BasesOfDesigns1763877300590 implements MigrationInterface {
  readonly name = 'BasesOfDesigns1763877300590';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE design_body ADD COLUMN base_seq integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE design_body DROP COLUMN base_seq');
  }
}
