import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Acts upon claims say which change of the claim they have answered. Of those before nobody knows it. */
export class AnsweredClaims1763877300221 implements MigrationInterface {
  readonly name = 'AnsweredClaims1763877300221';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE channel_job SET progress = progress || '{"answered": null}' WHERE kind = 'claim.act'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE channel_job SET progress = progress - 'answered' WHERE kind = 'claim.act'`);
  }
}
