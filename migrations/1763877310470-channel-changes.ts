import type { MigrationInterface, QueryRunner } from 'typeorm';
import { isolate, openToFunctions, systemFunction, unforced } from './isolation';

/**
 * Finds the channels that show something else than they should.
 * @param products SQL that tells whether products have changed
 */
const toPush = (products: string): string =>
  systemFunction(
    'channels_to_push()',
    'TABLE (store_id text, extension text)',
    `SELECT e.store_id, e.key FROM extension e LEFT JOIN channel_watch w ON w.store_id = e.store_id AND w.extension = e.key
         CROSS JOIN LATERAL (SELECT CASE WHEN w.seen_at < now() - interval '5 seconds' THEN w.seen_at - interval '5 seconds' ELSE w.seen_at END AS since) AS look
         WHERE e.enabled
           AND EXISTS (SELECT FROM channel_listing l WHERE l.extension = e.key AND l.store_id = e.store_id)
           AND (w.store_id IS NULL
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq IS NULL)
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq > w.seq)
             OR ${products}
             OR EXISTS (SELECT FROM channel_listing l
               WHERE l.extension = e.key AND l.store_id = e.store_id AND l.updated_at > look.since)
             OR EXISTS (SELECT FROM store_channel_settings s
               WHERE s.store_id = e.store_id AND s.extension = e.key AND s.updated_at > look.since)
             OR EXISTS (SELECT FROM store_stock_policy s WHERE s.store_id = e.store_id AND s.updated_at > look.since)
             OR EXISTS (SELECT FROM channel_offer o
               WHERE o.extension = e.key AND o.store_id = e.store_id AND o.due_at <= now())
             OR EXISTS (SELECT FROM channel_sending s
               WHERE s.extension = e.key AND s.store_id = e.store_id AND s.next_at <= now() AND s.kind = 'offers'))`,
  );

const NOTED = 'EXISTS (SELECT FROM channel_change c WHERE c.store_id = e.store_id)';
const TOUCHED = `EXISTS (SELECT FROM catalog_product p
  WHERE p.status IN ('active', 'archived') AND p.store_id = e.store_id AND p.updated_at > look.since)`;

/** True of a row whose columns that a marketplace is told of, or that decide whether it is, are others than before. */
const differ = (columns: readonly string[]): string =>
  [...columns.map((column) => `OLD.${column}`), '(OLD.stock IS NULL)'].join(', ');
const changed = (columns: readonly string[]): string =>
  `(${differ(columns)}) IS DISTINCT FROM (${differ(columns).replaceAll('OLD.', 'NEW.')})`;

const PRODUCT = ['price', 'barcode', 'status', 'variant_count'];
const VARIANT = ['price', 'barcode'];

/** Notes products whose listings are to be looked at, and leaves those alone of which no marketplace is told anything new. */
export class ChannelChanges1763877310470 implements MigrationInterface {
  readonly name = 'ChannelChanges1763877310470';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE channel_change (
        store_id text COLLATE "C" NOT NULL,
        product_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (store_id, product_id)
      ) WITH (fillfactor = 70);
      ${isolate('channel_change')}
      ${openToFunctions('channel_change')}

      -- A note that is there is written anew: whoever takes it before this is committed leaves it.
      CREATE FUNCTION note_channel_change() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
      DECLARE
        of_product text;
      BEGIN
        IF TG_TABLE_NAME = 'catalog_product' THEN of_product := OLD.id; ELSE of_product := OLD.product_id; END IF;
        IF EXISTS (SELECT FROM channel_listing l WHERE l.store_id = OLD.store_id AND l.product_id = of_product) THEN
          INSERT INTO channel_change (store_id, product_id) VALUES (OLD.store_id, of_product)
          ON CONFLICT (store_id, product_id) DO UPDATE SET product_id = excluded.product_id;
        END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER catalog_product_channels AFTER UPDATE ON catalog_product FOR EACH ROW
        WHEN (${changed(PRODUCT)}) EXECUTE FUNCTION note_channel_change();
      CREATE TRIGGER catalog_variant_channels AFTER UPDATE ON catalog_variant FOR EACH ROW
        WHEN (${changed(VARIANT)}) EXECUTE FUNCTION note_channel_change();
      CREATE TRIGGER catalog_variant_channels_gone AFTER DELETE ON catalog_variant FOR EACH ROW
        EXECUTE FUNCTION note_channel_change();
      DROP FUNCTION channels_to_push();
      ${toPush(NOTED)}

      -- Of what was changed before, nothing says whether it was looked at.
      ${unforced(
        ['channel_change', 'channel_listing'],
        'INSERT INTO channel_change (store_id, product_id) SELECT DISTINCT store_id, product_id FROM channel_listing;',
      )}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER catalog_product_channels ON catalog_product;
      DROP TRIGGER catalog_variant_channels ON catalog_variant;
      DROP TRIGGER catalog_variant_channels_gone ON catalog_variant;
      DROP FUNCTION note_channel_change();
      DROP FUNCTION channels_to_push();
      ${toPush(TOUCHED)}
      DROP TABLE channel_change;`);
  }
}
