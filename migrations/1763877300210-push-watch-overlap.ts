import type { MigrationInterface, QueryRunner } from 'typeorm';
import { systemFunction } from './isolation';

/**
 * Finds the channels that show something else than they should. A change bears the time at which its command began, so one that was
 * committed behind the last look seems older than it: each is looked for once more.
 * @param since SQL of the time from which changes count
 */
const toPush = (since: string): string =>
  systemFunction(
    'channels_to_push()',
    'TABLE (store_id text, extension text)',
    `SELECT e.store_id, e.key FROM extension e LEFT JOIN channel_watch w ON w.store_id = e.store_id AND w.extension = e.key
         CROSS JOIN LATERAL (SELECT ${since} AS since) AS look
         WHERE e.enabled
           AND EXISTS (SELECT FROM channel_listing l WHERE l.extension = e.key AND l.store_id = e.store_id)
           AND (w.store_id IS NULL
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq IS NULL)
             OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = e.store_id AND m.seq > w.seq)
             OR EXISTS (SELECT FROM catalog_product p
               WHERE p.status IN ('active', 'archived') AND p.store_id = e.store_id AND p.updated_at > look.since)
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

const OVERLAP = `interval '5 seconds'`;
const ONCE_MORE = `CASE WHEN w.seen_at < now() - ${OVERLAP} THEN w.seen_at - ${OVERLAP} ELSE w.seen_at END`;

/** Tells marketplaces of a change that was committed behind the last look. */
export class PushWatchOverlap1763877300210 implements MigrationInterface {
  readonly name = 'PushWatchOverlap1763877300210';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION channels_to_push(); ${toPush(ONCE_MORE)}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION channels_to_push(); ${toPush('w.seen_at')}`);
  }
}
