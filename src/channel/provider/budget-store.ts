import type { Queryable } from '../../kernel/database/database';

const WINDOW_SECONDS = 10;
/** Requests reach the provider a little later than they are granted, and not all equally late. */
const SAFETY_SECONDS = 0.5;

export type Grant = { readonly granted: true } | { readonly granted: false; readonly waitMs: number };

/**
 * The request budget of one store at one provider, shared by every process through Postgres: a slot for each request of the
 * window, taken when it was last used longer ago than the window. Never more than `limit` requests start within any
 * window, which a counter that restarts cannot promise.
 * @param limit requests in 10 s; 0 grants everything
 */
export async function takeBudget(db: Queryable, storeId: string, extension: string, limit: number): Promise<Grant> {
  if (limit === 0) return { granted: true };
  const taken = await db.query(
    `UPDATE channel_budget_slot SET used_at = clock_timestamp()
     WHERE (store_id, extension, slot) = (
       SELECT store_id, extension, slot FROM channel_budget_slot
       WHERE store_id = $1 AND extension = $2 AND slot <= $3
         AND used_at <= clock_timestamp() - make_interval(secs => $4)
       ORDER BY used_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING slot`,
    [storeId, extension, limit, WINDOW_SECONDS + SAFETY_SECONDS],
  );
  if (taken.length > 0) return { granted: true };
  const [state] = await db.query<{ slots: number; waitMs: number | null }>(
    `SELECT count(*) AS slots,
       ceil(1000 * extract(epoch FROM min(used_at) + make_interval(secs => $4) - clock_timestamp()))::int AS "waitMs"
     FROM channel_budget_slot WHERE store_id = $1 AND extension = $2 AND slot <= $3`,
    [storeId, extension, limit, WINDOW_SECONDS + SAFETY_SECONDS],
  );
  if ((state?.slots ?? 0) < limit) {
    await db.query(
      `INSERT INTO channel_budget_slot (store_id, extension, slot) SELECT $1, $2, generate_series(1, $3::int) ON CONFLICT DO NOTHING`,
      [storeId, extension, limit],
    );
    return takeBudget(db, storeId, extension, limit);
  }
  return { granted: false, waitMs: Math.max(20, state?.waitMs ?? 0) };
}

export interface BudgetState {
  readonly used: number;
  readonly requests: number;
  readonly throttled: number;
  readonly lastThrottledAt: string | null;
}

/** The state of the budget for health: requests in the running window, and the counters since installation. */
export async function budgetState(db: Queryable, storeId: string, extension: string): Promise<BudgetState> {
  const [state] = await db.query<BudgetState>(
    `SELECT
       (SELECT count(*) FROM channel_budget_slot
        WHERE store_id = $1 AND extension = $2 AND used_at > clock_timestamp() - make_interval(secs => $3)) AS used,
       coalesce(max(requests), 0) AS requests, coalesce(max(throttled), 0) AS throttled, max(last_throttled_at) AS "lastThrottledAt"
     FROM channel_counter WHERE store_id = $1 AND extension = $2`,
    [storeId, extension, WINDOW_SECONDS],
  );
  return state as BudgetState;
}

export async function countRequest(
  db: Queryable,
  storeId: string,
  extension: string,
  throttled: boolean,
): Promise<void> {
  await db.query(
    `INSERT INTO channel_counter (store_id, extension, requests, throttled, last_throttled_at)
     VALUES ($1, $2, 1, $3::boolean::int, CASE WHEN $3 THEN now() END)
     ON CONFLICT (store_id, extension) DO UPDATE SET requests = channel_counter.requests + 1,
       throttled = channel_counter.throttled + $3::boolean::int,
       last_throttled_at = coalesce(EXCLUDED.last_throttled_at, channel_counter.last_throttled_at)`,
    [storeId, extension, throttled],
  );
}
