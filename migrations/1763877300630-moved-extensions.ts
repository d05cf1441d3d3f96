import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/** A mark that is another one once an extension of any store was installed, enabled, disabled or removed. */
export class MovedExtensions1763877300630 implements MigrationInterface {
  readonly name = 'MovedExtensions1763877300630';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      systemFunction(
        'extensions_mark()',
        'TABLE (mark text)',
        `SELECT count(*) FILTER (WHERE e.enabled) || ' ' || count(*) || ' ' || coalesce(max(e.updated_at)::text, '') FROM extension e`,
      ),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION extensions_mark()');
  }
}
