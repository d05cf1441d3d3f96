import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction } from './isolation';

export const openWork = (media: string): string =>
  systemFunction(
    'open_work(after text, batch integer, counted interval)',
    'TABLE (workflow_id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)',
    `SELECT o.workflow_id, o.store_id, o.facts, r.restarts, r.rested
     FROM (
       SELECT * FROM (
         SELECT 'job/' || j.id, j.store_id, jsonb_build_object('jobId', j.id, 'extension', j.extension, 'kind', j.kind, 'mode', j.mode)
         FROM channel_job j WHERE j.state IN ('queued', 'running', 'cancelling')
         UNION ALL
         SELECT 'mail/' || m.id, m.store_id, jsonb_build_object('mailId', m.id) FROM mail m WHERE m.state = 'queued'
         UNION ALL
         SELECT 'proposal/' || p.id, p.store_id, jsonb_build_object('proposalId', p.id) FROM proposal p WHERE p.state = 'applying'
         ${media}
       ) AS open (workflow_id, store_id, facts)
       WHERE open.workflow_id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = open.workflow_id AND e.done_at IS NULL)
       ORDER BY open.workflow_id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = o.workflow_id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.workflow_id COLLATE "C"`,
  );

/** Uploads, the media files that are made of them, and the pictures that are drawn of those. */
export class Media1763867000000 implements MigrationInterface {
  readonly name = 'Media1763867000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE media_upload (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        type text COLLATE "C" NOT NULL,
        size integer NOT NULL,
        digest text COLLATE "C" NOT NULL,
        object text COLLATE "C" NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      CREATE INDEX media_upload_object ON media_upload (store_id, object);
      CREATE INDEX media_upload_expiry ON media_upload (store_id, expires_at);
      ${isolate('media_upload', 'store_id', 'SELECT, INSERT, DELETE')}

      CREATE TABLE media (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        rev integer NOT NULL DEFAULT 1,
        state text COLLATE "C" NOT NULL,
        failure text COLLATE "C",
        name text,
        type text COLLATE "C" NOT NULL,
        size integer NOT NULL,
        digest text COLLATE "C" NOT NULL,
        object text COLLATE "C" NOT NULL,
        width integer,
        height integer,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, id)
      );
      CREATE UNIQUE INDEX media_digest ON media (store_id, digest);
      CREATE INDEX media_object ON media (store_id, object);
      CREATE INDEX media_processing ON media (id) WHERE state = 'processing';
      ${isolate('media')}
      ${openToFunctions('media')}

      CREATE TABLE media_variant (
        store_id text COLLATE "C" NOT NULL,
        media_id text COLLATE "C" NOT NULL,
        format text COLLATE "C" NOT NULL,
        width integer NOT NULL,
        height integer NOT NULL,
        size integer NOT NULL,
        object text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id, media_id, format, width),
        FOREIGN KEY (store_id, media_id) REFERENCES media (store_id, id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX media_variant_object ON media_variant (store_id, object);
      ${isolate('media_variant', 'store_id', 'SELECT, INSERT, DELETE')}

      DROP FUNCTION open_work(text, integer, interval);
      ${openWork(`UNION ALL
         SELECT 'media/' || f.id, f.store_id, jsonb_build_object('mediaId', f.id) FROM media f WHERE f.state = 'processing'`)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION open_work(text, integer, interval);
      ${openWork('')}
      DROP TABLE media_variant, media, media_upload;`);
  }
}
