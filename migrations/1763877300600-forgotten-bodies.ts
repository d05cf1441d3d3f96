import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bodies of designs that nothing names are looked for by their age, and each is asked for among the versions. */
export class ForgottenBodies1763877300600 implements MigrationInterface {
  readonly name = 'ForgottenBodies1763877300600';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX design_body_kept ON design_body (store_id, kept_at);
      CREATE INDEX design_version_hash ON design_version (store_id, hash);`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX design_version_hash; DROP INDEX design_body_kept;');
  }
}
