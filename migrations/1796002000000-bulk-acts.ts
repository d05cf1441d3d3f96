import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions } from './isolation';
import { openRows } from './open-rows';

/** Bulk acts of owners: proposals of their own, and the acts whose calls are still being recorded. */
export class BulkActs1796002000000 implements MigrationInterface {
  readonly name = 'BulkActs1796002000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal ALTER COLUMN token_id DROP NOT NULL, ADD COLUMN owner_id text COLLATE "C",
        ADD CONSTRAINT proposal_proposer CHECK ((token_id IS NULL) <> (owner_id IS NULL));

      -- A bulk act whose calls are still being recorded, by its proposal: the row goes with the last of them.
      CREATE TABLE bulk_recording (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        act text COLLATE "C" NOT NULL,
        terms jsonb NOT NULL,
        subjects text[] COLLATE "C" NOT NULL,
        planned integer NOT NULL DEFAULT 0,
        PRIMARY KEY (store_id, id),
        FOREIGN KEY (store_id, id) REFERENCES proposal (store_id, id)
      );
      ${isolate('bulk_recording')}
      ${openToFunctions('bulk_recording')}
      ${openRows(
        'bulk_recording',
        `SELECT b.id, b.store_id, jsonb_build_object('proposalId', b.id) FROM bulk_recording b`,
      )}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION open_bulk_recording(text, text, integer, interval);
      DROP TABLE bulk_recording;
      ALTER TABLE proposal DROP CONSTRAINT proposal_proposer, DROP COLUMN owner_id, ALTER COLUMN token_id SET NOT NULL;
    `);
  }
}
