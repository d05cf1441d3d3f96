import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Items of proposals name the uploads that their calls name in a column of their own: as long as one waits, those do not expire. */
export class UploadNames1763874800000 implements MigrationInterface {
  readonly name = 'UploadNames1763874800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE proposal_item ADD COLUMN uploads text[] COLLATE "C" NOT NULL DEFAULT '{}';
      ${unforced(
        ['proposal', 'proposal_item'],
        `UPDATE proposal_item i SET uploads = named.uploads
         FROM (
           SELECT n.store_id, n.id, array_agg(DISTINCT name #>> '{}') AS uploads
           FROM proposal p JOIN proposal_item n ON n.store_id = p.store_id AND n.proposal_id = p.id
             CROSS JOIN LATERAL jsonb_path_query(n.payload,
               'strict $.** ? (@.type() == "string" && @ like_regex "^upl_[0-7][0-9A-HJKMNP-TV-Z]{25}$")') AS name
           WHERE p.state IN ('open', 'submitted', 'applying', 'paused') AND n.state NOT IN ('applied', 'skipped')
           GROUP BY n.store_id, n.id
         ) AS named
         WHERE i.store_id = named.store_id AND i.id = named.id;`,
      )}
      ALTER TABLE proposal_item ALTER COLUMN uploads DROP DEFAULT;
      CREATE INDEX proposal_item_uploads ON proposal_item USING gin (uploads) WHERE uploads <> '{}';`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE proposal_item DROP COLUMN uploads');
  }
}
