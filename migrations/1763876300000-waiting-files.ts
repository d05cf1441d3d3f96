import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** SQL: the bytes of the files in a document. */
const bytesIn = (document: string): string => `(
  SELECT coalesce(sum((file ->> 'size')::bigint), 0)::integer
  FROM jsonb_path_query(${document}, 'strict $.** ? (exists (@.digest) && exists (@.size))') AS file)`;

/** Items of proposals and jobs say how many bytes the files have that they keep, and who brought them: those take of the room for what waits. */
export class WaitingFiles1763876300000 implements MigrationInterface {
  readonly name = 'WaitingFiles1763876300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal_item ADD COLUMN brought_bytes integer NOT NULL DEFAULT 0, ADD COLUMN brought_by text;
      ALTER TABLE channel_job ADD COLUMN brought_bytes integer NOT NULL DEFAULT 0;
      ${unforced(
        ['proposal', 'proposal_item', 'channel_job'],
        `UPDATE proposal_item i SET brought_bytes = ${bytesIn('i.payload')}, brought_by = p.token_id
         FROM proposal p WHERE p.store_id = i.store_id AND p.id = i.proposal_id AND i.objects <> '{}';
         UPDATE channel_job SET brought_bytes = ${bytesIn('input')} WHERE objects <> '{}';`,
      )}
      ALTER TABLE proposal_item ALTER COLUMN brought_bytes DROP DEFAULT;
      ALTER TABLE channel_job ALTER COLUMN brought_bytes DROP DEFAULT;
      CREATE INDEX proposal_item_waiting_files ON proposal_item (store_id) WHERE objects <> '{}';
      CREATE INDEX channel_job_waiting_files ON channel_job (store_id) WHERE objects <> '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX proposal_item_waiting_files;
      DROP INDEX channel_job_waiting_files;
      ALTER TABLE proposal_item DROP COLUMN brought_bytes, DROP COLUMN brought_by;
      ALTER TABLE channel_job DROP COLUMN brought_bytes;`);
  }
}
