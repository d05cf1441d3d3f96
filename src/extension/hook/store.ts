import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Row } from '../../kernel/table/table';
import { insertInto, placesOf } from '../../kernel/table/table-store';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import type { DecisionPoint } from '../../provider/manifest-document';
import { type ExtensionRow, extension } from '../aggregate';
import type { hookBreaker } from './contract';
import { breaker, FAILURES_MAX, type HookFailure, REMEMBERED } from './table';

export type BreakerRow = Row<typeof breaker>;

const OF_EXTENSION = `SELECT ${breaker.select()} FROM hook_breaker WHERE store_id = $1 AND extension = $2`;

/** Lists the breakers of an extension's hooks, as far as the hooks have ever failed. */
export const breakersOf = (db: Queryable, storeId: string, key: string): Promise<BreakerRow[]> =>
  db.query<BreakerRow>(OF_EXTENSION, [storeId, key]);

const ENABLED = `SELECT ${extension.select()} FROM extension WHERE store_id = $1 AND enabled ORDER BY key`;
const COUNTED = `SELECT ${breaker.select()} FROM hook_breaker WHERE store_id = $1`;

/** Extensions that may have hooks, in their order, and how their hooks behave. */
export const hooksIn = async (
  db: Queryable,
  storeId: string,
): Promise<{ readonly extensions: ExtensionRow[]; readonly breakers: BreakerRow[] }> => {
  const [extensions, breakers] = await Promise.all([
    db.query<ExtensionRow>(ENABLED, [storeId]),
    db.query<BreakerRow>(COUNTED, [storeId]),
  ]);
  return { extensions, breakers };
};

const isOneTooMany = `hook_breaker.failures + 1 >= ${FAILURES_MAX}`;
const { placeOf, moment: tripId } = placesOf(breaker);

/** The row's lock makes one failure the fifth, whatever races. One that comes after it counts no more. */
const FAILED = `
  ${insertInto(breaker)}
  ON CONFLICT (store_id, extension, point) DO UPDATE SET
    failures = hook_breaker.failures + 1,
    history = jsonb_path_query_array(excluded.history || hook_breaker.history, '$[0 to ${REMEMBERED - 1}]'),
    tripped_at = CASE WHEN ${isOneTooMany} THEN (${placeOf('history')}::jsonb -> 0 ->> 'at')::timestamptz END,
    trip = CASE WHEN ${isOneTooMany} THEN ${tripId} END,
    given_up = false
  WHERE hook_breaker.tripped_at IS NULL
  RETURNING trip IS NOT NULL AS tripped`;

interface Failed {
  readonly extension: string;
  readonly point: DecisionPoint;
  readonly failure: HookFailure;
  /** Under which name it trips, if this is the failure that trips it. */
  readonly tripId: string;
}

/** Counts one failure of a hook. @returns whether it was one too many */
export async function countFailure(
  tx: Transaction,
  storeId: string,
  { extension: key, point, failure, tripId }: Failed,
): Promise<boolean> {
  const row = { extension: key, point, failures: 1, history: [failure] };
  const [counted] = await tx.query<{ tripped: boolean }>(FAILED, [storeId, ...breaker.values(row), tripId]);
  return counted?.tripped ?? false;
}

const ANSWERED = `
  UPDATE hook_breaker SET failures = 0 WHERE store_id = $1 AND extension = $2 AND point = $3 AND failures > 0 AND tripped_at IS NULL`;

/** Begins the count of failures anew. */
export const endCount = async (
  db: Queryable,
  storeId: string,
  { extension: key, point }: Pick<Failed, 'extension' | 'point'>,
): Promise<void> => void (await db.query(ANSWERED, [storeId, key, point]));

const CLOSED = `
  UPDATE hook_breaker SET failures = 0, tripped_at = NULL, trip = NULL, given_up = false
  WHERE store_id = $1 AND extension = $2 AND point = ANY ($3) AND failures > 0`;

/** Sends that hooks begin with a clean count; what they failed of stays remembered. */
export function closeBreakers(tx: Transaction, storeId: string, key: string, points: readonly string[]): void {
  tx.send(CLOSED, [storeId, key, [...points]]);
}

const FORGOTTEN = `
  DELETE FROM hook_breaker WHERE store_id = $1 AND extension = $2 AND NOT point = ANY ($3) RETURNING point, trip`;

/** Forgets what was known of hooks that an extension has no more. @param points those that it still has @returns what was forgotten */
export const forgetBreakers = (
  tx: Transaction,
  storeId: string,
  key: string,
  points: readonly string[],
): Promise<Pick<BreakerRow, 'point' | 'trip'>[]> => tx.query(FORGOTTEN, [storeId, key, [...points]]);

const TRIP = `SELECT ${breaker.select()} FROM hook_breaker WHERE store_id = $1 AND trip = $2`;

/** @returns undefined of one that is over: somebody has activated the hook again, or the extension is gone */
export async function findTrip(db: Queryable, storeId: string, tripId: string): Promise<BreakerRow | undefined> {
  const [row] = await db.query<BreakerRow>(TRIP, [storeId, tripId]);
  return row;
}

const GIVE_UP = 'UPDATE hook_breaker SET given_up = true WHERE store_id = $1 AND trip = $2';

/** The hook stays deactivated; no workflow tells of it. */
export const giveUpTrip = async (db: Queryable, storeId: string, tripId: string): Promise<void> =>
  void (await db.query(GIVE_UP, [storeId, tripId]));

type Facts = typeof hookBreaker extends { summary(facts: infer F): string } ? F : never;

/** Open ones of all stores. */
export const findOpenTrips = (maintenance: Queryable, page: Page): Promise<FoundRow<Facts>[]> =>
  maintenance.query(openRowsOf('hook_breaker'), page);
