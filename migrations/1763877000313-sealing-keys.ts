import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction, unforced } from './isolation';

/** A byte tells the version of a sealed value, the next four the key. */
const keysOf = (table: string, column = 'sealed') =>
  `SELECT DISTINCT encode(substring(${column} FROM 2 FOR 4), 'hex') AS id FROM ${table} WHERE ${column} IS NOT NULL`;

/**
 * Under which keys something is sealed, so that no process goes on without one of them, and the digest keys, which no rotation changes.
 * Neither belongs to a store.
 */
export class SealingKeys1763877000313 implements MigrationInterface {
  readonly name = 'SealingKeys1763877000313';

  async up(runner: QueryRunner): Promise<void> {
    const sealedTables = ['personal_key', 'extension_secret', 'digital_code', 'proposal_item'];
    await runner.query(`
      CREATE TABLE sealing_key (
        id text COLLATE "C" PRIMARY KEY CHECK (id ~ '^[0-9a-f]{8}$'),
        -- Since when it seals, as far as is known.
        adopted_at timestamptz NOT NULL,
        -- Since when nothing is sealed under it any more.
        unused_at timestamptz
      );
      CREATE TABLE digest_keys (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        sealed bytea NOT NULL
      );
      ${['sealing_key', 'digest_keys']
        .map(
          (table) => `
      ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
      ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;
      ${openToFunctions(table)}`,
        )
        .join('')}
      ${unforced(
        sealedTables,
        `INSERT INTO sealing_key (id, adopted_at)
           SELECT id, now() FROM (
             ${keysOf('personal_key')} UNION ${keysOf('extension_secret')} UNION ${keysOf('digital_code')}
             UNION ${keysOf('proposal_item', 'sealed_payload')}) AS found;`,
      )}
      ${systemFunction(
        'sealing_keys()',
        'TABLE (id text, adopted_at timestamptz, unused_at timestamptz)',
        'SELECT id, adopted_at, unused_at FROM sealing_key ORDER BY adopted_at DESC, id',
      )}
      ${systemFunction(
        'adopt_sealing_key(adopted text)',
        'void',
        `INSERT INTO sealing_key (id, adopted_at) VALUES (adopted, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET adopted_at = EXCLUDED.adopted_at, unused_at = NULL`,
      )}
      ${systemFunction(
        'note_sealing_keys(found text[], gone text[])',
        'void',
        `INSERT INTO sealing_key (id, adopted_at)
           SELECT known, 'epoch' FROM unnest(found) AS known ON CONFLICT (id) DO UPDATE SET unused_at = NULL;
         UPDATE sealing_key SET unused_at = now() WHERE id = ANY (gone) AND unused_at IS NULL`,
      )}
      ${systemFunction('sealed_digest_keys()', 'bytea', 'SELECT sealed FROM digest_keys')}
      ${systemFunction(
        'keep_digest_keys(fresh bytea)',
        'void',
        'INSERT INTO digest_keys (sealed) VALUES (fresh) ON CONFLICT DO NOTHING',
      )}
      ${systemFunction(
        'reseal_digest_keys(was bytea, fresh bytea)',
        'void',
        'UPDATE digest_keys SET sealed = fresh WHERE sealed = was',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION sealing_keys();
      DROP FUNCTION adopt_sealing_key(text);
      DROP FUNCTION note_sealing_keys(text[], text[]);
      DROP FUNCTION sealed_digest_keys();
      DROP FUNCTION keep_digest_keys(bytea);
      DROP FUNCTION reseal_digest_keys(bytea, bytea);
      DROP TABLE digest_keys;
      DROP TABLE sealing_key;`);
  }
}
