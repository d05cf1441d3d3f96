import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction, unforced } from './isolation';
import { dropOpenRows, openRows } from './open-rows';

const KINDS = ['exec', 'list', 'read', 'write'];
const FURTHER = ['backup', 'restore', 'refresh', 'archive', 'expire', 'loss'];
const listed = (kinds: readonly string[]): string => kinds.map((kind) => `'${kind}'`).join(', ');

/** The sandbox of a workspace: where its files are in their life, and the last backup of them. */
export class WorkspaceSandbox1763877300500 implements MigrationInterface {
  readonly name = 'WorkspaceSandbox1763877300500';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE workspace_sandbox (
        store_id text COLLATE "C" NOT NULL,
        workspace_id text COLLATE "C" NOT NULL,
        state text COLLATE "C" NOT NULL CHECK (
          state IN ('cold', 'starting', 'warm', 'backing_up', 'destroying', 'failed', 'archived')
        ),
        reason text,
        wanted text COLLATE "C" CHECK (wanted IN ('refresh', 'archive')),
        epoch integer NOT NULL,
        kept boolean NOT NULL,
        attempt text COLLATE "C",
        started_at timestamptz,
        changed_at timestamptz NOT NULL,
        backup_id text COLLATE "C",
        backup_object text COLLATE "C",
        backup_digest text COLLATE "C",
        backup_bytes bigint,
        backed_up_at timestamptz,
        backup_expires_at timestamptz,
        PRIMARY KEY (store_id, workspace_id),
        FOREIGN KEY (store_id, workspace_id) REFERENCES workspace (store_id, id)
      );
      CREATE INDEX workspace_sandbox_open ON workspace_sandbox (workspace_id)
        WHERE state IN ('starting', 'warm', 'backing_up', 'destroying') OR wanted IS NOT NULL;
      CREATE INDEX workspace_sandbox_expiry ON workspace_sandbox (backup_expires_at) WHERE backup_expires_at IS NOT NULL;
      CREATE INDEX workspace_sandbox_object ON workspace_sandbox (store_id, backup_object)
        WHERE backup_object IS NOT NULL;
      ${isolate('workspace_sandbox')}
      ${openToFunctions('workspace_sandbox')}
      ${openRows(
        'workspaces',
        `SELECT workspace_id, store_id, jsonb_build_object('workspaceId', workspace_id) FROM workspace_sandbox
         WHERE state IN ('starting', 'warm', 'backing_up', 'destroying') OR wanted IS NOT NULL`,
      )}
      ${systemFunction(
        'expired_backups(moment timestamptz, batch integer)',
        'TABLE (store_id text, workspace_id text)',
        `SELECT s.store_id, s.workspace_id FROM workspace_sandbox s
         WHERE s.backup_expires_at <= moment ORDER BY s.backup_expires_at LIMIT batch`,
      )}
      ALTER TABLE workspace_activity DROP CONSTRAINT workspace_activity_kind_check;
      ALTER TABLE workspace_activity ADD CONSTRAINT workspace_activity_kind_check
        CHECK (kind IN (${listed([...KINDS, ...FURTHER])}));
      ${unforced(
        ['workspace', 'workspace_sandbox'],
        `INSERT INTO workspace_sandbox (store_id, workspace_id, state, epoch, kept, changed_at)
         SELECT store_id, id, CASE WHEN archived_at IS NULL THEN 'cold' ELSE 'archived' END, 1, false, now() FROM workspace;`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(
        ['workspace_activity', 'workspace_activity_end'],
        `DELETE FROM workspace_activity_end e USING workspace_activity a
         WHERE a.store_id = e.store_id AND a.id = e.activity_id AND a.kind IN (${listed(FURTHER)});
         DELETE FROM workspace_activity WHERE kind IN (${listed(FURTHER)});`,
      )}
      ALTER TABLE workspace_activity DROP CONSTRAINT workspace_activity_kind_check;
      ALTER TABLE workspace_activity ADD CONSTRAINT workspace_activity_kind_check CHECK (kind IN (${listed(KINDS)}));
      DROP FUNCTION expired_backups(timestamptz, integer);
      ${dropOpenRows('workspaces')}
      DROP TABLE workspace_sandbox;`);
  }
}
