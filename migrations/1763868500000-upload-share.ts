import type { MigrationInterface, QueryRunner } from 'typeorm';
import { RUNTIME_ROLE } from '../src/kernel/database/database';
import { unforced } from './isolation';

/** Uploads know who brought them, and keep no bytes any more once they are committed: the media file has them. */
export class UploadShare1763868500000 implements MigrationInterface {
  readonly name = 'UploadShare1763868500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE media_upload
        ADD COLUMN brought_kind text COLLATE "C",
        ADD COLUMN brought_by text COLLATE "C",
        ALTER COLUMN object DROP NOT NULL;
      GRANT UPDATE (object) ON media_upload TO ${RUNTIME_ROLE};
      ${unforced(
        ['media_upload', 'media'],
        `UPDATE media_upload u SET object = NULL
         WHERE EXISTS (SELECT 1 FROM media m WHERE m.store_id = u.store_id AND m.digest = u.digest);`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(['media_upload'], 'DELETE FROM media_upload WHERE object IS NULL;')}
      REVOKE UPDATE (object) ON media_upload FROM ${RUNTIME_ROLE};
      ALTER TABLE media_upload ALTER COLUMN object SET NOT NULL, DROP COLUMN brought_by, DROP COLUMN brought_kind;`);
  }
}
