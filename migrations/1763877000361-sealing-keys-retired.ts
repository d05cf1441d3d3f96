import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openToFunctions, systemFunction } from './isolation';

const SEALED = {
  personal_key: 'sealed',
  extension_secret: 'sealed',
  digital_code: 'sealed',
  proposal_item: 'sealed_payload',
  digest_keys: 'sealed',
} as const;
const tables = Object.entries(SEALED);

const keyIdOf = (column: string) => `encode(substring(${column} FROM 2 FOR 4), 'hex')`;
/** By which whoever seals under a key and whoever takes it away wait for each other. */
const lockOf = (id: string) => `hashtextextended(${id}, 6)`;

/**
 * A key that was taken away seals nothing any more, whichever process still has it: the database keeps no value under it, and takes
 * none away that something is sealed under, were it by a transaction that has not ended.
 */
export class SealingKeysRetired1763877000361 implements MigrationInterface {
  readonly name = 'SealingKeysRetired1763877000361';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sealing_key
        -- Since when nothing may be sealed under it any more.
        ADD COLUMN retired_at timestamptz,
        ADD CHECK (retired_at IS NULL OR unused_at IS NOT NULL);
      ${tables
        .filter(([table]) => table !== 'digest_keys')
        .map(([table]) => openToFunctions(table))
        .join('')}

      CREATE FUNCTION refuse_retired_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE
        used text[];
        under text;
      BEGIN
        IF TG_LEVEL = 'STATEMENT' THEN
          SELECT array_agg(DISTINCT ${keyIdOf('sealed')}) INTO used FROM added;
        ELSIF TG_TABLE_NAME = 'proposal_item' THEN
          used := ARRAY[${keyIdOf('NEW.sealed_payload')}];
        ELSE
          used := ARRAY[${keyIdOf('NEW.sealed')}];
        END IF;
        FOREACH under IN ARRAY coalesce(used, '{}') LOOP
          PERFORM pg_advisory_xact_lock_shared(${lockOf('under')});
          -- A statement of its own: it sees what was decided while the lock was waited for.
          IF NOT EXISTS (SELECT FROM sealing_key WHERE id = under AND retired_at IS NULL) THEN
            RAISE EXCEPTION 'nothing may be sealed under the key %', under USING ERRCODE = 'TZ002', DETAIL = under;
          END IF;
        END LOOP;
        RETURN NULL;
      END $$;
      REVOKE ALL ON FUNCTION refuse_retired_key() FROM PUBLIC;
      ${tables
        .map(
          ([table, column]) => `
      CREATE TRIGGER ${table}_key AFTER ${table === 'digital_code' ? '' : 'INSERT OR '}UPDATE OF ${column} ON ${table}
        FOR EACH ROW WHEN (NEW.${column} IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();`,
        )
        .join('')}
      -- Codes come by the thousand: one by one they would take several times as long.
      CREATE TRIGGER digital_code_key_added AFTER INSERT ON digital_code REFERENCING NEW TABLE AS added
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_retired_key();

      DROP FUNCTION sealing_keys();
      ${systemFunction(
        'sealing_keys()',
        'TABLE (id text, adopted_at timestamptz, unused_at timestamptz, retired_at timestamptz)',
        'SELECT id, adopted_at, unused_at, retired_at FROM sealing_key ORDER BY adopted_at DESC, id',
      )}
      DROP FUNCTION adopt_sealing_key(text);
      ${systemFunction(
        'adopt_sealing_key(adopted text)',
        'void',
        `
        BEGIN
          PERFORM pg_advisory_xact_lock_shared(${lockOf('adopted')});
          IF EXISTS (SELECT FROM sealing_key WHERE id = adopted AND retired_at IS NOT NULL) THEN
            RAISE EXCEPTION 'nothing may be sealed under the key %', adopted USING ERRCODE = 'TZ002', DETAIL = adopted;
          END IF;
          INSERT INTO sealing_key (id, adopted_at) VALUES (adopted, clock_timestamp())
          ON CONFLICT (id) DO UPDATE SET adopted_at = EXCLUDED.adopted_at, unused_at = NULL;
        END `,
        'plpgsql',
      )}
      DROP FUNCTION note_sealing_keys(text[], text[]);
      ${systemFunction(
        'note_sealing_keys(found text[], gone text[])',
        'void',
        `INSERT INTO sealing_key (id, adopted_at)
           SELECT known, 'epoch' FROM unnest(found) AS known ON CONFLICT (id) DO UPDATE SET unused_at = NULL;
         UPDATE sealing_key SET unused_at = now() WHERE id = ANY (gone) AND unused_at IS NULL
           AND id <> (SELECT id FROM sealing_key ORDER BY adopted_at DESC, id LIMIT 1)`,
      )}
      ${systemFunction(
        'retire_sealing_key(retiring text)',
        'TABLE (seals boolean, held bigint)',
        `
        DECLARE
          guarded record;
        BEGIN
          -- Whoever has just sealed something under it is waited for, and whoever is about to is refused.
          PERFORM pg_advisory_xact_lock(${lockOf('retiring')});
          seals := coalesce(retiring = (SELECT id FROM sealing_key ORDER BY adopted_at DESC, id LIMIT 1), false);
          held := 0;
          -- What is guarded is what is counted.
          FOR guarded IN
            SELECT t.tgrelid::regclass AS place, a.attname AS sealed
            FROM pg_trigger t JOIN pg_attribute a ON a.attrelid = t.tgrelid AND a.attnum = ANY (t.tgattr)
            WHERE t.tgfoid = 'refuse_retired_key'::regproc
          LOOP
            EXECUTE format('SELECT $1 + count(*) FROM %s WHERE substring(%I FROM 2 FOR 4) = decode($2, ''hex'')',
              guarded.place, guarded.sealed) INTO held USING held, retiring;
          END LOOP;
          IF held > 0 THEN
            UPDATE sealing_key SET unused_at = NULL WHERE id = retiring AND unused_at IS NOT NULL;
          ELSIF NOT seals THEN
            INSERT INTO sealing_key AS known (id, adopted_at, unused_at, retired_at) VALUES (retiring, 'epoch', now(), now())
            ON CONFLICT (id) DO UPDATE SET
              unused_at = coalesce(known.unused_at, now()), retired_at = coalesce(known.retired_at, now());
          END IF;
          RETURN NEXT;
        END `,
        'plpgsql',
      )}
      DROP FUNCTION keep_digest_keys(bytea);
      ${systemFunction(
        'keep_digest_keys(fresh bytea)',
        'void',
        `INSERT INTO sealing_key (id, adopted_at)
           VALUES (encode(substring(fresh FROM 2 FOR 4), 'hex'), clock_timestamp()) ON CONFLICT DO NOTHING;
         INSERT INTO digest_keys (sealed) VALUES (fresh) ON CONFLICT DO NOTHING`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION retire_sealing_key(text);
      DROP FUNCTION keep_digest_keys(bytea);
      ${systemFunction(
        'keep_digest_keys(fresh bytea)',
        'void',
        'INSERT INTO digest_keys (sealed) VALUES (fresh) ON CONFLICT DO NOTHING',
      )}
      DROP FUNCTION note_sealing_keys(text[], text[]);
      ${systemFunction(
        'note_sealing_keys(found text[], gone text[])',
        'void',
        `INSERT INTO sealing_key (id, adopted_at)
           SELECT known, 'epoch' FROM unnest(found) AS known ON CONFLICT (id) DO UPDATE SET unused_at = NULL;
         UPDATE sealing_key SET unused_at = now() WHERE id = ANY (gone) AND unused_at IS NULL`,
      )}
      DROP FUNCTION adopt_sealing_key(text);
      ${systemFunction(
        'adopt_sealing_key(adopted text)',
        'void',
        `INSERT INTO sealing_key (id, adopted_at) VALUES (adopted, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET adopted_at = EXCLUDED.adopted_at, unused_at = NULL`,
      )}
      DROP FUNCTION sealing_keys();
      ${systemFunction(
        'sealing_keys()',
        'TABLE (id text, adopted_at timestamptz, unused_at timestamptz)',
        'SELECT id, adopted_at, unused_at FROM sealing_key ORDER BY adopted_at DESC, id',
      )}
      ${tables.map(([table]) => `DROP TRIGGER ${table}_key ON ${table};`).join('\n')}
      DROP TRIGGER digital_code_key_added ON digital_code;
      DROP FUNCTION refuse_retired_key();
      ${tables
        .filter(([table]) => table !== 'digest_keys')
        .map(([table]) => `DROP POLICY functions ON ${table};`)
        .join('\n')}
      ALTER TABLE sealing_key DROP COLUMN retired_at;`);
  }
}
