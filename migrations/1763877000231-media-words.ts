import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a media file is found by. A store has so few of them that those of a page are found by reading on, without an index. */
export class MediaWords1763877000231 implements MigrationInterface {
  readonly name = 'MediaWords1763877000231';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE media ADD COLUMN name_words text COLLATE "C" GENERATED ALWAYS AS (title_words(name)) STORED',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE media DROP COLUMN name_words');
  }
}
