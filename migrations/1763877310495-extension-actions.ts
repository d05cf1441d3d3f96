import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction, unforced } from './isolation';

/**
 * Finds the channels that show something else than they should. Products that have changed are noted, and stay so until a push has looked.
 * @param granted SQL that tells whether the store lets it send anything
 */
const toPush = (granted: string): string =>
  systemFunction(
    'channels_to_push()',
    'TABLE (store_id text, extension text)',
    `SELECT e.store_id, e.key FROM extension e LEFT JOIN channel_watch w ON w.store_id = e.store_id AND w.extension = e.key
         CROSS JOIN LATERAL (SELECT CASE WHEN w.seen_at < now() - interval '5 seconds' THEN w.seen_at - interval '5 seconds' ELSE w.seen_at END AS since) AS look
         WHERE e.enabled${granted}
           AND EXISTS (SELECT FROM channel_listing l WHERE l.extension = e.key AND l.store_id = e.store_id)
           AND (w.store_id IS NULL
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq IS NULL)
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq > w.seq)
             OR EXISTS (SELECT FROM channel_change c WHERE c.store_id = e.store_id)
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

/** An extension whose actions are not kept is asked for a push: its manifest tells then whether it may. */
const GRANTED = `
           AND COALESCE(e.granted->'actions' ? 'offers.send', true)`;

/**
 * Keeps with the rights of an extension what it may do at its provider. The versions of Trendyol's extension that stores have by now brought
 * products and created brands: nobody has let them do more. Other extensions do what their first version did.
 */
export class ExtensionActions1763877310495 implements MigrationInterface {
  readonly name = 'ExtensionActions1763877310495';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${unforced(
        ['extension'],
        `UPDATE extension SET granted = COALESCE(granted,
           '{"scopes": [], "personalData": [], "secrets": ["apiKey", "apiSecret"]}') || '{"actions": ["brands.create"]}'
         WHERE key = 'trendyol' AND version IN ('1.0.0', '1.1.0');`,
      )}
      DROP FUNCTION channels_to_push();
      ${toPush(GRANTED)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION channels_to_push();
      ${toPush('')}
      ${unforced(['extension'], "UPDATE extension SET granted = granted - 'actions' WHERE granted ? 'actions';")}`);
  }
}
