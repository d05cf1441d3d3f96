import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, systemFunction } from './isolation';

/** @param sendings condition of the requests because of which stock and prices are looked at */
const toPush = (sendings: string): string =>
  systemFunction(
    'channels_to_push()',
    'TABLE (store_id text, extension text)',
    `SELECT e.store_id, e.key FROM extension e LEFT JOIN channel_watch w ON w.store_id = e.store_id AND w.extension = e.key
         WHERE e.enabled
           AND EXISTS (SELECT FROM channel_listing l WHERE l.extension = e.key AND l.store_id = e.store_id)
           AND (w.store_id IS NULL
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq IS NULL)
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq > w.seq)
             OR EXISTS (SELECT FROM catalog_product p
               WHERE p.status IN ('active', 'archived') AND p.store_id = e.store_id AND p.updated_at > w.seen_at)
             OR EXISTS (SELECT FROM channel_listing l
               WHERE l.extension = e.key AND l.store_id = e.store_id AND l.updated_at > w.seen_at)
             OR EXISTS (SELECT FROM store_channel_settings s
               WHERE s.store_id = e.store_id AND s.extension = e.key AND s.updated_at > w.seen_at)
             OR EXISTS (SELECT FROM store_stock_policy s WHERE s.store_id = e.store_id AND s.updated_at > w.seen_at)
             OR EXISTS (SELECT FROM channel_offer o
               WHERE o.extension = e.key AND o.store_id = e.store_id AND o.due_at <= now())
             OR EXISTS (SELECT FROM channel_sending s
               WHERE s.extension = e.key AND s.store_id = e.store_id AND s.next_at <= now()${sendings}))`,
  );

/** Listings as they are sent to be approved, the fields that a marketplace asks for, and pictures as JPEG for its servers. */
export class ChannelSubmissions1763877300140 implements MigrationInterface {
  readonly name = 'ChannelSubmissions1763877300140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE channel_listing
        ADD COLUMN remote_attributes jsonb NOT NULL DEFAULT '[]',
        ADD COLUMN origin text COLLATE "C",
        ADD COLUMN deci integer;

      CREATE TABLE channel_submission (
        store_id text COLLATE "C" NOT NULL,
        listing_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        job_id text COLLATE "C" NOT NULL,
        stage text COLLATE "C" NOT NULL CHECK (stage IN ('todo', 'sent', 'ended')),
        state text COLLATE "C" CHECK (state IN ('pending_approval', 'rejected', 'approved', 'missing')),
        reasons text[] NOT NULL DEFAULT '{}',
        barcode text COLLATE "C",
        sending_id text COLLATE "C",
        batch_id text COLLATE "C",
        sent_at timestamptz,
        decided_at timestamptz,
        looks integer NOT NULL DEFAULT 0,
        next_at timestamptz,
        PRIMARY KEY (store_id, listing_id),
        FOREIGN KEY (store_id, listing_id) REFERENCES channel_listing (store_id, id)
      ) WITH (fillfactor = 70);
      CREATE INDEX channel_submission_job ON channel_submission (job_id, store_id) WHERE stage <> 'ended';
      CREATE INDEX channel_submission_next ON channel_submission (extension, store_id, next_at) WHERE next_at IS NOT NULL;
      CREATE INDEX channel_submission_sending ON channel_submission (sending_id, store_id) WHERE sending_id IS NOT NULL;
      ${isolate('channel_submission')}

      CREATE TABLE media_jpeg (
        store_id text COLLATE "C" NOT NULL,
        media_id text COLLATE "C" NOT NULL,
        object text COLLATE "C" NOT NULL,
        size integer NOT NULL,
        PRIMARY KEY (store_id, media_id),
        FOREIGN KEY (store_id, media_id) REFERENCES media (store_id, id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX media_jpeg_object ON media_jpeg (store_id, object);
      ${isolate('media_jpeg', 'store_id', 'SELECT, INSERT, DELETE')}

      DROP FUNCTION channels_to_push();
      ${toPush(" AND s.kind = 'offers'")}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION channels_to_push();
      ${toPush('')}
      DROP TABLE media_jpeg;
      DROP TABLE channel_submission;
      ALTER TABLE channel_listing DROP COLUMN remote_attributes, DROP COLUMN origin, DROP COLUMN deci;`);
  }
}
