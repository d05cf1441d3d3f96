import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** Those who watch the health ask for one task at a time: not all of them come round equally often. */
export class UpkeepTask1763874501000 implements MigrationInterface {
  readonly name = 'UpkeepTask1763874501000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION failed_upkeep(interval);
      ${systemFunction(
        'failed_upkeep(asked text, within interval)',
        'bigint',
        'SELECT count(*) FROM upkeep_failure WHERE task = asked AND failed_at > now() - within',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION failed_upkeep(text, interval);
      ${systemFunction(
        'failed_upkeep(within interval)',
        'bigint',
        'SELECT count(*) FROM upkeep_failure WHERE failed_at > now() - within',
      )}`);
  }
}
