import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Output that keys of commands keep stands apart from how they ended, sealed, and within a bound of each store. */
export class ExecOutputs1763877300580 implements MigrationInterface {
  readonly name = 'ExecOutputs1763877300580';

  async up(runner: QueryRunner): Promise<void> {
    // An answer that was kept before holds its output in clear. Its command ran, and nobody is told how it ended.
    await runner.query(`
      ALTER TABLE workspace_exec_key ADD COLUMN output bytea, ADD COLUMN output_bytes integer;
      UPDATE workspace_exec_key SET answer = NULL, ends_by = least(ends_by, now());
      CREATE INDEX workspace_exec_key_output ON workspace_exec_key (store_id, claimed_at DESC) INCLUDE (output_bytes)
        WHERE output IS NOT NULL;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX workspace_exec_key_output;
      ALTER TABLE workspace_exec_key DROP COLUMN output, DROP COLUMN output_bytes;`);
  }
}
