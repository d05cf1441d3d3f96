import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** What recording needs to know of earlier items without reading them, and keys of items that no caller can state. */
export class Recording1763700610000 implements MigrationInterface {
  readonly name = 'Recording1763700610000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal ADD COLUMN recorded_items integer NOT NULL DEFAULT 0, ADD COLUMN recorded_bytes integer NOT NULL DEFAULT 0;
      -- What an item of before writes was not noted: it counts as everything, so whatever comes after it is run on top of it.
      ALTER TABLE proposal_item ADD COLUMN writes text[] COLLATE "C" NOT NULL DEFAULT '{*}', ADD COLUMN builds_on integer[] NOT NULL DEFAULT '{}';
      ALTER TABLE proposal_item ALTER COLUMN writes DROP DEFAULT, ALTER COLUMN builds_on DROP DEFAULT;
      ${unforced(
        ['proposal', 'proposal_item'],
        `UPDATE proposal p SET recorded_items = i.items, recorded_bytes = i.bytes
         FROM (
           SELECT store_id, proposal_id, count(*) AS items,
             least(sum(octet_length(payload::text) + octet_length(preview::text) + coalesce(octet_length(sealed_payload), 0)), 2147483647) AS bytes
           FROM proposal_item GROUP BY store_id, proposal_id) i
         WHERE p.store_id = i.store_id AND p.id = i.proposal_id;
         UPDATE proposal_item i SET builds_on = ARRAY(SELECT generate_series(1, i.seq - 1))
         FROM proposal p WHERE p.store_id = i.store_id AND p.id = i.proposal_id AND p.state = 'open';
         -- A caller who knew the bare key of an item could use it first, and the approved item would never apply.
         UPDATE proposal_item SET key = 'item/' || id WHERE state NOT IN ('applied', 'skipped');`,
      )}`);
  }

  async down(): Promise<void> {
    throw new Error('Items recorded since name what they write in these columns: restore a backup instead.');
  }
}
