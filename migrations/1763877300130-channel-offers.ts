import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction } from './isolation';

const SEEN = ['channel_listing', 'store_channel_settings', 'store_stock_policy'];
const OWN = ['channel_offer', 'channel_sending', 'channel_watch'];

/** Tables for the offers that marketplaces were told, the requests that told them, and the changes that were looked at. */
export class ChannelOffers1763877300130 implements MigrationInterface {
  readonly name = 'ChannelOffers1763877300130';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX channel_listing_updated ON channel_listing (extension, store_id, updated_at);

      CREATE TABLE channel_offer (
        store_id text COLLATE "C" NOT NULL,
        listing_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        barcode text COLLATE "C",
        told_stock integer,
        told_price bigint,
        told_list_price bigint,
        told_at timestamptz,
        told_seq bigint,
        sending_id text COLLATE "C",
        batch_id text COLLATE "C",
        due_at timestamptz,
        waits text COLLATE "C",
        looked_at timestamptz,
        there boolean,
        refused_text text,
        refused_wish text,
        refused_at timestamptz,
        understated_until timestamptz,
        held_price bigint,
        confirmed_price bigint,
        recent jsonb NOT NULL DEFAULT '[]',
        PRIMARY KEY (store_id, listing_id),
        FOREIGN KEY (store_id, listing_id) REFERENCES channel_listing (store_id, id)
      ) WITH (fillfactor = 70);
      CREATE INDEX channel_offer_due ON channel_offer (extension, store_id, due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX channel_offer_sending ON channel_offer (sending_id, store_id) WHERE sending_id IS NOT NULL;
      ${isolate('channel_offer')}

      CREATE TABLE channel_sending (
        store_id text COLLATE "C" NOT NULL,
        id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        kind text COLLATE "C" NOT NULL CHECK (kind IN ('offers', 'listings')),
        state text COLLATE "C" NOT NULL CHECK (state IN ('asked', 'open', 'done', 'lost', 'refused')),
        digest text COLLATE "C" NOT NULL,
        batch_id text COLLATE "C",
        items integer NOT NULL,
        asked_at timestamptz NOT NULL,
        polls integer NOT NULL DEFAULT 0,
        next_at timestamptz,
        PRIMARY KEY (store_id, id)
      );
      CREATE INDEX channel_sending_next ON channel_sending (extension, store_id, next_at) WHERE next_at IS NOT NULL;
      CREATE INDEX channel_sending_asked ON channel_sending (extension, store_id, asked_at);
      ${isolate('channel_sending')}

      CREATE TABLE channel_watch (
        store_id text COLLATE "C" NOT NULL,
        extension text COLLATE "C" NOT NULL,
        seq bigint NOT NULL,
        seen_at timestamptz NOT NULL,
        PRIMARY KEY (store_id, extension)
      );
      ${isolate('channel_watch')}

      ${[...SEEN, ...OWN].map(openToFunctions).join('\n')}
      ${systemFunction(
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
               WHERE s.extension = e.key AND s.store_id = e.store_id AND s.next_at <= now()))`,
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION channels_to_push();
      DROP TABLE channel_watch;
      DROP TABLE channel_sending;
      DROP TABLE channel_offer;
      ${SEEN.map((table) => `DROP POLICY functions ON ${table};`).join('\n')}
      DROP INDEX channel_listing_updated;`);
  }
}
