import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs take their turns by the lane that their kind declares, so that one kind does not wait for all others of its channel. */
export class ChannelJobLane1763870300000 implements MigrationInterface {
  readonly name = 'ChannelJobLane1763870300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_job ADD COLUMN lane text;
      UPDATE channel_job SET lane = kind || CASE mode WHEN 'preview' THEN '/preview' ELSE '' END;
      ALTER TABLE channel_job ALTER COLUMN lane SET NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channel_job DROP COLUMN lane');
  }
}
