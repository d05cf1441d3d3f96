import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = `('listings.archive', 'listings.unlock', 'listings.delete')`;

/** Acts upon listings say which of them the marketplace showed before it was asked. Of those before nobody knows it. */
export class ShownListings1763877300223 implements MigrationInterface {
  readonly name = 'ShownListings1763877300223';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE channel_job SET progress = progress || '{"shown": null}' WHERE kind IN ${KINDS}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE channel_job SET progress = progress - 'shown' WHERE kind IN ${KINDS}`);
  }
}
