import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unforced } from './isolation';

/** Drafts of archived workspaces held their theme and their pictures for ever: nobody can write such a draft. */
export class HoldsOfArchivedDrafts1763877300591 implements MigrationInterface {
  readonly name = 'HoldsOfArchivedDrafts1763877300591';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      unforced(
        ['design_draft', 'workspace'],
        `UPDATE design_draft d SET theme = NULL, theme_version = NULL, media_ids = '{}' FROM workspace w
         WHERE w.store_id = d.store_id AND w.id = d.workspace AND w.archived_at IS NOT NULL;`,
      ),
    );
  }

  async down(): Promise<void> {
    // The body still names them.
  }
}
