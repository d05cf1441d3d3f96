import type { MigrationInterface, QueryRunner } from 'typeorm';
import { STOREFRONT_ROLE } from '../src/kernel/database/database';
import { isolate, unforced } from './isolation';

/**
 * Keeps packs that a workspace tries while the push that brings them waits for the owner: they take no name of the store's. Packs that an
 * agent pushed before, and that nobody has installed or published, move to the workspaces whose drafts wear them.
 */
export class WorkspacePacks1763877310440 implements MigrationInterface {
  readonly name = 'WorkspacePacks1763877310440';

  async up(runner: QueryRunner): Promise<void> {
    const undecided = `
      p.by_kind = 'agent'
      AND NOT EXISTS (SELECT FROM theme_installed i WHERE i.store_id = p.store_id AND i.theme = p.key AND i.version = p.version)
      AND NOT EXISTS (SELECT FROM design_version v WHERE v.store_id = p.store_id AND v.theme = p.key AND v.theme_version = p.version)
      AND NOT EXISTS (SELECT FROM design_draft d WHERE d.store_id = p.store_id AND d.workspace = 'main' AND d.theme = p.key AND d.theme_version = p.version)`;
    await runner.query(`
      CREATE TABLE workspace_pack (
        store_id text COLLATE "C" NOT NULL,
        hash text COLLATE "C" NOT NULL,
        workspace_id text COLLATE "C" NOT NULL,
        key text COLLATE "C" NOT NULL,
        version text COLLATE "C" NOT NULL,
        text text NOT NULL,
        pushed_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, hash, workspace_id)
      );
      CREATE INDEX workspace_pack_workspace ON workspace_pack (store_id, workspace_id, pushed_at);
      DO $move$ BEGIN
      -- A database that is made today has no packs, and learns later who pushed one.
      IF EXISTS (SELECT FROM information_schema.columns WHERE table_name = 'theme_pack' AND column_name = 'by_kind') THEN
      ${unforced(
        ['theme_pack', 'theme_installed', 'design_version', 'design_draft'],
        `INSERT INTO workspace_pack (store_id, hash, workspace_id, key, version, text, pushed_at)
          SELECT p.store_id, p.hash, d.workspace, p.key, p.version, p.text, p.pushed_at
          FROM theme_pack p JOIN design_draft d ON d.store_id = p.store_id AND d.theme = p.key AND d.theme_version = p.version
          WHERE ${undecided};
        DELETE FROM theme_pack p WHERE ${undecided};`,
      )}
      END IF; END $move$;
      ${isolate('workspace_pack')}
      GRANT SELECT (hash) ON theme_pack TO ${STOREFRONT_ROLE};
      GRANT SELECT (store_id, hash, key, version, text) ON workspace_pack TO ${STOREFRONT_ROLE};
      CREATE POLICY storefront ON workspace_pack FOR SELECT TO ${STOREFRONT_ROLE}
        USING (store_id = current_setting('app.store_id', true));`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE workspace_pack;
      REVOKE SELECT (hash) ON theme_pack FROM ${STOREFRONT_ROLE};`);
  }
}
