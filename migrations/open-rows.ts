import { systemFunction } from './isolation';

const RESULT = 'TABLE (id text, store_id text, facts jsonb, restarts bigint, rested_seconds double precision)';

/**
 * The function that finds open rows of one kind across all stores, in the order of their ids: those that a workflow has to drive to
 * their end, with what it is started with and how often it had to be started again.
 * @param rows SQL of (id, store_id, facts); facts without the store
 */
export const openRows = (name: string, rows: string): string =>
  systemFunction(
    `open_${name}(prefix text, after text, batch integer, counted interval)`,
    RESULT,
    // What waits in the outbox has a workflow soon. Restarts are counted for those of one page alone.
    `SELECT o.id, o.store_id, o.facts || jsonb_build_object('storeId', o.store_id), r.restarts, r.rested
     FROM (
       SELECT open.id, open.store_id, open.facts FROM (${rows}) AS open (id, store_id, facts)
       WHERE open.id COLLATE "C" > after
         AND NOT EXISTS (SELECT 1 FROM outbox e WHERE e.workflow_id = prefix || open.id AND e.done_at IS NULL)
       ORDER BY open.id COLLATE "C" LIMIT batch
     ) AS o
     CROSS JOIN LATERAL (
       SELECT count(*), extract(epoch FROM now() - max(e.created_at))::double precision FROM outbox e
       WHERE e.workflow_id = prefix || o.id AND e.message -> 'restart' IS NOT NULL AND e.created_at > now() - counted
     ) AS r (restarts, rested)
     ORDER BY o.id COLLATE "C"`,
  );
