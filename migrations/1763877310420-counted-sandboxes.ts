import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** The sandboxes of all stores by their states, for operators. */
export class CountedSandboxes1763877310420 implements MigrationInterface {
  readonly name = 'CountedSandboxes1763877310420';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      systemFunction(
        'count_sandboxes()',
        'TABLE(state text, sandboxes bigint)',
        `SELECT state, count(*) FROM workspace_sandbox WHERE state <> 'archived' GROUP BY 1`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION count_sandboxes()');
  }
}
