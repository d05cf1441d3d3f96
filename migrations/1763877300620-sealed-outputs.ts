import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

const keyIdOf = (column: string) => `encode(substring(${column} FROM 2 FOR 4), 'hex')`;

/** The same as before, with further tables whose column has a name of its own. */
const refuseRetiredKey = (columns: Readonly<Record<string, string>>): string => `
      CREATE OR REPLACE FUNCTION refuse_retired_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
      DECLARE
        used text[];
        under text;
      BEGIN
        IF TG_LEVEL = 'STATEMENT' THEN
          SELECT array_agg(DISTINCT ${keyIdOf('sealed')}) INTO used FROM added;
        ${Object.entries(columns)
          .map(
            ([table, column]) => `ELSIF TG_TABLE_NAME = '${table}' THEN
          used := ARRAY[${keyIdOf(`NEW.${column}`)}];`,
          )
          .join(`
        `)}
        ELSE
          used := ARRAY[${keyIdOf('NEW.sealed')}];
        END IF;
        FOREACH under IN ARRAY coalesce(used, '{}') LOOP
          PERFORM pg_advisory_xact_lock_shared(hashtextextended(under, 6));
          -- A statement of its own: it sees what was decided while the lock was waited for.
          IF NOT EXISTS (SELECT FROM sealing_key WHERE id = under AND retired_at IS NULL) THEN
            RAISE EXCEPTION 'nothing may be sealed under the key %', under USING ERRCODE = 'TZ002', DETAIL = under;
          END IF;
        END LOOP;
        RETURN NULL;
      END $$;`;

const before = { proposal_item: 'sealed_payload' } as const;

/** Outputs of commands that their keys keep are sealed anew with the rest, and keep their sealing key in use as long as they are not. */
export class SealedOutputs1763877300620 implements MigrationInterface {
  readonly name = 'SealedOutputs1763877300620';

  async up(runner: QueryRunner): Promise<void> {
    // An output under a key that was taken away opens nowhere any more.
    await runner.query(`
      ALTER TABLE workspace_exec_key RENAME COLUMN output TO sealed_output;
      ${unforced(
        ['workspace_exec_key'],
        `UPDATE workspace_exec_key SET sealed_output = NULL
           WHERE ${keyIdOf('sealed_output')} IN (SELECT id FROM sealing_key WHERE retired_at IS NOT NULL);
         UPDATE sealing_key SET unused_at = NULL WHERE retired_at IS NULL AND id IN
           (SELECT ${keyIdOf('sealed_output')} FROM workspace_exec_key WHERE sealed_output IS NOT NULL);`,
      )}
      ${refuseRetiredKey({ ...before, workspace_exec_key: 'sealed_output' })}
      CREATE TRIGGER workspace_exec_key_key AFTER INSERT OR UPDATE OF sealed_output ON workspace_exec_key
        FOR EACH ROW WHEN (NEW.sealed_output IS NOT NULL) EXECUTE FUNCTION refuse_retired_key();`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER workspace_exec_key_key ON workspace_exec_key;
      ${refuseRetiredKey(before)}
      ALTER TABLE workspace_exec_key RENAME COLUMN sealed_output TO output;`);
  }
}
