import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the preview of an item was hashed: those that wait already stay comparable with what they were recorded with. */
export class HashManner1763868400000 implements MigrationInterface {
  readonly name = 'HashManner1763868400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item ADD COLUMN hash_manner smallint NOT NULL DEFAULT 1');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item DROP COLUMN hash_manner');
  }
}
