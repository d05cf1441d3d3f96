import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pieces that a shop has taken out of an order before anything of it was sent. */
export class RemovedPieces1796018000000 implements MigrationInterface {
  readonly name = 'RemovedPieces1796018000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE order_line ADD COLUMN removed_units integer[] NOT NULL DEFAULT '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE order_line DROP COLUMN removed_units');
  }
}
