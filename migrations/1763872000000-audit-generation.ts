import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, unforced } from './isolation';

/**
 * Which generation the storefront came to by the call of an audit row. Beside the row and not in it: the row is written before the
 * store's row is locked, so that those who wait for that one wait less.
 */
export class AuditGeneration1763872000000 implements MigrationInterface {
  readonly name = 'AuditGeneration1763872000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE audit_generation (
        store_id text COLLATE "C" NOT NULL,
        audit_id text COLLATE "C" NOT NULL,
        generation integer NOT NULL,
        PRIMARY KEY (store_id, audit_id)
      );
      ${isolate('audit_generation', 'store_id', 'SELECT, INSERT')}
      ${unforced(
        ['audit_generation', 'command_outcome', 'audit_row'],
        `INSERT INTO audit_generation (store_id, audit_id, generation)
         SELECT DISTINCT ON (o.store_id, o.generation) o.store_id, o.audit_id, o.generation
         FROM command_outcome o JOIN audit_row a ON a.store_id = o.store_id AND a.id = o.audit_id
         WHERE o.generation IS NOT NULL
         ORDER BY o.store_id, o.generation, o.audit_id
         ON CONFLICT DO NOTHING;`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_generation;');
  }
}
