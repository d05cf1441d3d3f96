import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

const time = (column: string): string => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * What a field was whose values are to be taken away: its owner sees how far that is, and asks for the rest once it was given up. Of those
 * of before, the audit row of the deletion says it; where there is none any more, the key is all that is known.
 */
export class RemovedDefinitions1763877000335 implements MigrationInterface {
  readonly name = 'RemovedDefinitions1763877000335';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE metafield_purge ADD COLUMN definition jsonb;
      ${unforced(
        ['metafield_purge', 'audit_row'],
        `UPDATE metafield_purge p SET definition =
           jsonb_build_object('target', 'product', 'key', p.key, 'type', 'text', 'list', false, 'label', p.key,
             'description', NULL, 'validations', '{}'::jsonb)
           || coalesce((
             SELECT change -> 'before' FROM audit_row a CROSS JOIN LATERAL jsonb_array_elements(a.changes) AS change
             WHERE a.store_id = p.store_id AND a.entity_id = p.id AND a.command = 'metafield.definition.delete'
               AND a.outcome = 'done' AND change ->> 'id' = p.id AND jsonb_typeof(change -> 'before') = 'object'
             ORDER BY a.id DESC LIMIT 1), '{}')
           || jsonb_build_object('id', p.id, 'rev', 1, 'createdAt', ${time('p.created_at')}, 'updatedAt', ${time('p.created_at')});`,
      )}
      ALTER TABLE metafield_purge ALTER COLUMN definition SET NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE metafield_purge DROP COLUMN definition');
  }
}
