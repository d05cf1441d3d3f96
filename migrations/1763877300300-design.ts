import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate } from './isolation';

/**
 * Bodies of designs by their hash; who names one is a draft, a version or the live pointer. Publishing and rolling back flip that
 * pointer, whatever the size of a body. Bodies are text: jsonb would reorder what was hashed.
 */
export class Design1763877300300 implements MigrationInterface {
  readonly name = 'Design1763877300300';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE design_body (
        store_id text COLLATE "C" NOT NULL,
        hash text COLLATE "C" NOT NULL,
        text text NOT NULL,
        kept_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, hash)
      );
      ${isolate('design_body')}
      CREATE TABLE design_draft (
        store_id text COLLATE "C" NOT NULL,
        workspace text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        hash text COLLATE "C",
        theme text,
        theme_version text,
        bytes integer,
        base_seq integer NOT NULL,
        media_ids text[] COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (store_id, workspace)
      );
      ${isolate('design_draft')}
      CREATE TABLE design_version (
        store_id text COLLATE "C" NOT NULL,
        seq integer NOT NULL,
        hash text COLLATE "C" NOT NULL,
        theme text NOT NULL,
        theme_version text NOT NULL,
        pack text COLLATE "C" NOT NULL,
        kit text NOT NULL,
        label text,
        from_seq integer,
        by_kind text NOT NULL,
        by_id text COLLATE "C" NOT NULL,
        published_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, seq)
      );
      ${isolate('design_version', 'store_id', 'SELECT, INSERT')}
      CREATE TABLE design_live (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        hash text COLLATE "C" NOT NULL,
        theme text NOT NULL,
        theme_version text NOT NULL,
        media_ids text[] COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (store_id)
      );
      ${isolate('design_live')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE design_live;
      DROP TABLE design_version;
      DROP TABLE design_draft;
      DROP TABLE design_body`);
  }
}
