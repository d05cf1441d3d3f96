import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What a job waits for as a word that has a name in each language, and until when; the sentence stays for who reads the details. */
export class ChannelJobWaiting1763871100000 implements MigrationInterface {
  readonly name = 'ChannelJobWaiting1763871100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN waiting_reason text, ADD COLUMN waiting_until timestamptz;
      UPDATE channel_job
        SET waiting_reason = CASE waiting_for WHEN 'the rate limit of the marketplace' THEN 'rate_limit' ELSE 'marketplace' END
        WHERE waiting_for IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_job DROP COLUMN waiting_reason, DROP COLUMN waiting_until');
  }
}
