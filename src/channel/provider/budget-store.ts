import type { Queryable } from '../../kernel/database/queryable';
import { UNDER_WAY_MS } from '../../provider/deadlines';

/** A request that was granted begins within this, or is granted anew: its process may have slept, or been very busy. */
export const BEGIN_MS = 1_000;

/** The provider counts a request when it arrives, which is at most this after it was granted. A killed process says nothing more of it. */
const ARRIVES_SECONDS = (BEGIN_MS + UNDER_WAY_MS) / 1_000;

/** A slot that is in use so far in the future was taken by a clock of Postgres that was ahead. */
const AHEAD_SECONDS = 60 + ARRIVES_SECONDS;

/** A limit of a group: requests in so many seconds. */
export interface SpanLimit {
  readonly seconds: 10 | 60;
  readonly requests: number;
}

/** The slots of a request that was granted. */
export interface Slots {
  readonly taken: readonly { readonly span: number; readonly slot: number }[];
  /** The time up to which they are taken for in use, as text with all its digits. */
  readonly until: string;
}

export type Grant =
  /** `wasPaused`: the group has paused after a 429, and this is its first request since. */
  | { readonly granted: true; readonly wasPaused: boolean; readonly slots: Slots }
  | { readonly granted: false; readonly waitMs: number };

/** The calls of a store at a provider that share a limit. */
export interface BudgetOf {
  readonly storeId: string;
  readonly extension: string;
  readonly group: string;
}

const OF = 'store_id = $1 AND extension = $2 AND request_group = $3';

/**
 * One slot of each span, or none: a request that one limit forbids takes nothing of the other. A slot was used when its request arrived.
 * Until the answer tells that it has, the latest time at which it may arrive stands there.
 */
const TAKE = `
  WITH pause AS (
    SELECT pauses_until FROM channel_budget_pause WHERE ${OF}
  ), latest AS MATERIALIZED (
    SELECT clock_timestamp() + make_interval(secs => ${ARRIVES_SECONDS}) AS at
  ), free AS MATERIALIZED (
    SELECT held.seconds, slot.slot FROM unnest($4::int[], $5::int[]) AS held(seconds, requests)
    CROSS JOIN LATERAL (
      SELECT slot FROM channel_budget_slot
      WHERE ${OF} AND span = held.seconds AND slot <= held.requests
        AND (used_at <= clock_timestamp() - make_interval(secs => held.seconds)
          OR used_at > clock_timestamp() + make_interval(secs => ${AHEAD_SECONDS}))
      ORDER BY used_at LIMIT 1 FOR UPDATE SKIP LOCKED) slot
    WHERE NOT EXISTS (SELECT FROM pause WHERE pauses_until > clock_timestamp())
  ), taken AS (
    UPDATE channel_budget_slot s SET used_at = latest.at FROM free, latest
    WHERE s.store_id = $1 AND s.extension = $2 AND s.request_group = $3 AND s.span = free.seconds AND s.slot = free.slot
      AND (SELECT count(*) FROM free) = cardinality($4::int[])
    RETURNING s.span, s.slot
  )
  SELECT (SELECT coalesce(json_agg(taken), '[]') FROM taken) AS taken, (SELECT at::text FROM latest) AS until,
    (SELECT ceil(1000 * extract(epoch FROM pauses_until - clock_timestamp()))::int FROM pause) AS "pauseMs"`;

/** The time until each span has a free slot, and the number of its slots. What is under way is taken for answered soon. */
const STATE = `
  SELECT held.seconds, held.requests, count(slot.slot)::int AS slots,
    ceil(1000 * extract(epoch FROM least(greatest(min(slot.used_at), now() - interval '1 hour'), clock_timestamp())
      + make_interval(secs => held.seconds) - clock_timestamp()))::int AS "waitMs"
  FROM unnest($4::int[], $5::int[]) AS held(seconds, requests)
  LEFT JOIN channel_budget_slot slot
    ON slot.store_id = $1 AND slot.extension = $2 AND slot.request_group = $3 AND slot.span = held.seconds AND slot.slot <= held.requests
  GROUP BY held.seconds, held.requests`;

const FILL = `
  INSERT INTO channel_budget_slot (store_id, extension, request_group, span, slot)
  SELECT $1, $2, $3, $4, generate_series(1, $5::int) ON CONFLICT DO NOTHING`;

const WAIT_MS_MIN = 20;
/** Most looks at the slots: other processes may lay them out, or hold those that were looked at. */
const LOOKS_MAX = 5;

/**
 * Takes a request from the budget of one store at one provider, which every process shares through Postgres: a slot for each request of
 * a span, taken when it was last used longer ago than the span. So never more than the limit arrive within any span, whoever is killed
 * meanwhile, as long as a request begins within {@link BEGIN_MS}.
 * @param limits none: everything is granted that no pause forbids
 */
export async function takeBudget(
  db: Queryable,
  of: BudgetOf,
  limits: readonly SpanLimit[],
  looks = LOOKS_MAX,
): Promise<Grant> {
  const named = [of.storeId, of.extension, of.group];
  const asked = [...named, limits.map(({ seconds }) => seconds), limits.map(({ requests }) => requests)];
  const [found] = await db.query<Slots & { pauseMs: number | null }>(TAKE, asked);
  const { taken, until, pauseMs } = found as Slots & { pauseMs: number | null };
  if (pauseMs !== null && pauseMs > 0) return { granted: false, waitMs: Math.max(WAIT_MS_MIN, pauseMs) };
  if (taken.length === limits.length) return { granted: true, wasPaused: pauseMs !== null, slots: { taken, until } };
  const spans = await db.query<{ seconds: number; requests: number; slots: number; waitMs: number | null }>(
    STATE,
    asked,
  );
  const short = spans.filter(({ slots, requests }) => slots < requests);
  for (const { seconds, requests } of short) await db.query(FILL, [...named, seconds, requests]);
  const waitMs = Math.max(...spans.map((span) => span.waitMs ?? 0));
  const isFree = short.length > 0 || waitMs <= 0;
  if (isFree && looks > 0) return takeBudget(db, of, limits, looks - 1);
  return { granted: false, waitMs: Math.max(WAIT_MS_MIN, waitMs) };
}

/** Jitter keeps the stores of one seller from coming back at once. */
const PAUSE = `
  INSERT INTO channel_budget_pause AS pause (store_id, extension, request_group, pauses_until, throttled_in_a_row)
  VALUES ($1, $2, $3, clock_timestamp() + $4::int * interval '1 ms', 1)
  ON CONFLICT (store_id, extension, request_group) DO UPDATE SET
    throttled_in_a_row = least(pause.throttled_in_a_row + 1, 6),
    pauses_until = greatest(pause.pauses_until, clock_timestamp()
      + least(60000, greatest($4::int, 1000 * 2 ^ pause.throttled_in_a_row * (0.8 + 0.4 * random()))) * interval '1 ms')
  RETURNING ceil(1000 * extract(epoch FROM pauses_until - clock_timestamp()))::int AS "waitMs"`;

/**
 * Lets a group pause after a 429: for the time that the provider says, and twice as long each time in a row, up to a minute.
 * @returns ms until its next request
 */
export async function pauseGroup(
  db: Queryable,
  { storeId, extension, group }: BudgetOf,
  saidMs: number,
): Promise<number> {
  const [row] = await db.query<{ waitMs: number }>(PAUSE, [storeId, extension, group, Math.ceil(saidMs)]);
  return Math.max(WAIT_MS_MIN, row?.waitMs ?? saidMs);
}

/** Forgets the pause of a group whose request was answered. */
export const endPause = async (db: Queryable, { storeId, extension, group }: BudgetOf): Promise<void> =>
  void (await db.query(`DELETE FROM channel_budget_pause WHERE ${OF} AND pauses_until <= clock_timestamp()`, [
    storeId,
    extension,
    group,
  ]));

export interface BudgetState {
  readonly used: number;
  readonly requests: number;
  readonly throttled: number;
  readonly lastThrottledAt: string | null;
}

/** Reads the state of the budget for health: requests of the last ten seconds, and the counters since installation. */
export async function budgetState(db: Queryable, storeId: string, extension: string): Promise<BudgetState> {
  const [state] = await db.query<BudgetState>(
    `SELECT
       (SELECT count(*) FROM channel_budget_slot
        WHERE store_id = $1 AND extension = $2 AND span = 10 AND used_at > clock_timestamp() - interval '10 seconds') AS used,
       coalesce(max(requests), 0) AS requests, coalesce(max(throttled), 0) AS throttled, max(last_throttled_at) AS "lastThrottledAt"
     FROM channel_counter WHERE store_id = $1 AND extension = $2`,
    [storeId, extension],
  );
  return state as BudgetState;
}

const GIVE_BACK = `
  UPDATE channel_budget_slot s SET used_at = clock_timestamp() FROM json_to_recordset($4::json) AS given(span integer, slot integer)
  WHERE ${OF} AND s.span = given.span AND s.slot = given.slot AND s.used_at = $5::timestamptz`;

/** Notes that a request has arrived by now, or never will: its slots are free again once their spans are over. */
export const giveBack = async (
  db: Queryable,
  { storeId, extension, group }: BudgetOf,
  { taken, until }: Slots,
): Promise<void> => {
  if (taken.length > 0) await db.query(GIVE_BACK, [storeId, extension, group, JSON.stringify(taken), until]);
};

const COUNT = `
  INSERT INTO channel_counter (store_id, extension, requests, throttled, last_throttled_at)
  VALUES ($1, $2, 1, $6::boolean::int, CASE WHEN $6 THEN now() END)
  ON CONFLICT (store_id, extension) DO UPDATE SET requests = channel_counter.requests + 1,
    throttled = channel_counter.throttled + $6::boolean::int,
    last_throttled_at = coalesce(EXCLUDED.last_throttled_at, channel_counter.last_throttled_at)`;

/**
 * Counts a request against the budget.
 * @param slots the slots that {@link giveBack} frees; undefined: the request may still be under way
 */
export async function countRequest(
  db: Queryable,
  { storeId, extension, group }: BudgetOf,
  slots: Slots | undefined,
  throttled: boolean,
): Promise<void> {
  const { taken, until } = slots ?? { taken: [], until: null };
  await db.query(`WITH given AS (${GIVE_BACK}) ${COUNT}`, [
    storeId,
    extension,
    group,
    JSON.stringify(taken),
    until,
    throttled,
  ]);
}

/** The state of a group of requests: the slots that it used, and the end of its pause after a 429. */
export interface GroupState {
  readonly group: string;
  readonly usedInLast10Seconds: number;
  readonly usedInLastMinute: number;
  readonly pausesUntil: string | null;
}

const GROUPS = `
  SELECT named AS "group",
    (SELECT count(*) FROM channel_budget_slot s WHERE s.store_id = $1 AND s.extension = $2 AND s.request_group = named AND s.span = 10
       AND s.used_at > clock_timestamp() - interval '10 seconds') AS "usedInLast10Seconds",
    (SELECT count(*) FROM channel_budget_slot s WHERE s.store_id = $1 AND s.extension = $2 AND s.request_group = named AND s.span = 60
       AND s.used_at > clock_timestamp() - interval '60 seconds') AS "usedInLastMinute",
    (SELECT p.pauses_until FROM channel_budget_pause p WHERE p.store_id = $1 AND p.extension = $2 AND p.request_group = named
       AND p.pauses_until > clock_timestamp()) AS "pausesUntil"
  FROM unnest($3::text[]) WITH ORDINALITY AS of_channel(named, place) ORDER BY place`;

/** Reads how groups of requests stand, in the order in which they are named. */
export const groupStates = (
  db: Queryable,
  storeId: string,
  extension: string,
  groups: readonly string[],
): Promise<GroupState[]> => db.query<GroupState>(GROUPS, [storeId, extension, groups]);
