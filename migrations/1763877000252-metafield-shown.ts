import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

const open = (rows: string): string =>
  openRows(
    'metafield_purge',
    `SELECT p.id, p.store_id, jsonb_build_object('definitionId', p.id) FROM metafield_purge p${rows}`,
  );

/** Values as views show them, written with them: a page that looked up key and type of each took twice as long as one without any. */
export class MetafieldShown1763877000252 implements MigrationInterface {
  readonly name = 'MetafieldShown1763877000252';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE metafield_values ADD COLUMN shown jsonb NOT NULL DEFAULT '[]';
      ALTER TABLE metafield_purge ADD COLUMN given_up boolean NOT NULL DEFAULT false;
      ${unforced(
        ['metafield_values', 'metafield_definition'],
        `UPDATE metafield_values m SET shown = coalesce((
           SELECT jsonb_agg(jsonb_build_object('key', d.key, 'type', d.type, 'value', stated.value) ORDER BY d.key)
           FROM jsonb_each(m.content) AS stated(id, value)
           JOIN metafield_definition d ON d.store_id = m.store_id AND d.id = stated.id), '[]');`,
      )}
      ${dropOpenRows('metafield_purge')}
      ${open(' WHERE NOT p.given_up')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropOpenRows('metafield_purge')}
      ${open('')}
      ALTER TABLE metafield_purge DROP COLUMN given_up;
      ALTER TABLE metafield_values DROP COLUMN shown;`);
  }
}
