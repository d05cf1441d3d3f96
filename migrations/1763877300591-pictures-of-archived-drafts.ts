import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Drafts of workspaces that were archived held their pictures for ever: nobody could write such a draft, and so let them go. */
export class PicturesOfArchivedDrafts1763877300591 implements MigrationInterface {
  readonly name = 'PicturesOfArchivedDrafts1763877300591';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['design_draft', 'workspace'],
        `UPDATE design_draft d SET media_ids = '{}' FROM workspace w
         WHERE w.store_id = d.store_id AND w.id = d.workspace AND w.archived_at IS NOT NULL AND d.media_ids <> '{}';`,
      ),
    );
  }

  async down(): Promise<void> {
    // The body still names the pictures.
  }
}
