import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction, unforced } from './isolation';

/** The host that keeps the folder of a workspace. Folders of before are on the one that there was. */
export class SandboxHosts1763877310540 implements MigrationInterface {
  readonly name = 'SandboxHosts1763877310540';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE workspace_sandbox ADD COLUMN host text COLLATE "C";
      ${unforced(
        ['workspace_sandbox'],
        `UPDATE workspace_sandbox SET host = 'local'
         WHERE kept OR started_at IS NOT NULL OR state NOT IN ('cold', 'archived');`,
      )}
      DROP FUNCTION count_sandboxes();
      ${systemFunction(
        'count_sandboxes()',
        'TABLE(host text, state text, sandboxes bigint)',
        `SELECT host, state, count(*) FROM workspace_sandbox WHERE state <> 'archived' GROUP BY 1, 2`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION count_sandboxes();
      ${systemFunction(
        'count_sandboxes()',
        'TABLE(state text, sandboxes bigint)',
        `SELECT state, count(*) FROM workspace_sandbox WHERE state <> 'archived' GROUP BY 1`,
      )}
      ALTER TABLE workspace_sandbox DROP COLUMN host;`);
  }
}
