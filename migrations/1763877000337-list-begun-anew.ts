import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** How often an import has begun the list of its marketplace anew, and how many of its rows it has counted before. */
export class ListBegunAnew1763877000337 implements MigrationInterface {
  readonly name = 'ListBegunAnew1763877000337';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress || '{"begunAnew": 0, "again": 0}' WHERE kind = 'catalog.pull';`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['channel_job'],
        `UPDATE channel_job SET progress = progress - 'begunAnew' - 'again' WHERE kind = 'catalog.pull';`,
      ),
    );
  }
}
