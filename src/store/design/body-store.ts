import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { Stored } from '../../kernel/table/table';
import { insertsOf, touchWritten } from '../../kernel/table/table-store';
import { designBody } from './table';

/** A body that nothing names is kept this long. An undo, which lives for thirty days, brings it back until then. */
const KEPT_DAYS = 32;
/** It is named anew no later than this: a call that does so has ended a day later. */
const NAMED_ANEW_DAYS = 31;

const { insert } = insertsOf(designBody);
const KEEP = `${insert} ON CONFLICT (store_id, hash) DO UPDATE
  SET kept_at = greatest(design_body.kept_at, EXCLUDED.kept_at), base_seq = least(design_body.base_seq, EXCLUDED.base_seq)`;

/**
 * Keeps a body under its hash. A body that is kept already keeps its older base, and its days begin anew. Its row is held until the call
 * has ended, so no sweep takes it.
 */
export async function keepBody(tx: Transaction, storeId: string, body: Stored<typeof designBody>): Promise<void> {
  touchWritten(tx, designBody, null, body, 'claims');
  await tx.query(KEEP, [storeId, ...designBody.values(body)]);
}

const RENEW = 'UPDATE design_body SET kept_at = greatest(kept_at, $3::timestamptz) WHERE store_id = $1 AND hash = $2';

/** Begins the days of a body anew that a draft names no longer: the change may be taken back. */
export function renewBody(tx: Transaction, storeId: string, hash: string, at: Date): void {
  tx.send(RENEW, [storeId, hash, at]);
}

/** Everything that names a body `b`, beside items of proposals. */
const NAMED = `
  EXISTS (SELECT FROM design_version v WHERE v.store_id = $1 AND v.hash = b.hash)
  OR EXISTS (SELECT FROM design_live l WHERE l.store_id = $1 AND l.hash = b.hash)
  OR EXISTS (SELECT FROM design_draft d WHERE d.store_id = $1 AND d.hash = b.hash)
  OR EXISTS (SELECT FROM store_update u WHERE u.store_id = $1 AND u.state NOT IN ('applied', 'superseded') AND b.hash IN (u.hash, u.before_hash))`;

const HOLD = `
  UPDATE design_body b SET kept_at = greatest(b.kept_at, $3::timestamptz)
  WHERE b.store_id = $1 AND b.hash = $2 AND (b.kept_at > $3::timestamptz - make_interval(days => ${NAMED_ANEW_DAYS}) OR ${NAMED})
  RETURNING b.text`;

/**
 * The canonical text of a body that a call is about to name; its days begin anew. A proposal names it only later, and what is found here
 * is no sweep's for another day.
 * @returns undefined: the store has none of that hash, or is about to forget it
 */
export async function holdBody(tx: Transaction, storeId: string, hash: string, at: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ readonly text: string }>(HOLD, [storeId, hash, at]);
  return row?.text;
}

// A body that was kept anew since the statement began has another moment by the time that its row is held: it stays.
const FORGET = `
  WITH old AS (
    SELECT b.hash FROM design_body b
    WHERE b.store_id = $1 AND b.kept_at < now() - make_interval(days => ${KEPT_DAYS}) AND b.hash <> ALL ($2) AND NOT (${NAMED})
    ORDER BY b.kept_at LIMIT $3
  ), gone AS (
    DELETE FROM design_body b USING old o
    WHERE b.store_id = $1 AND b.hash = o.hash AND b.kept_at < now() - make_interval(days => ${KEPT_DAYS}) RETURNING 1
  ) SELECT count(*)::int AS gone FROM gone`;

/** Forgets bodies whose days are over and that nothing names. @param waiting hashes that items of proposals name @returns how many */
export async function forgetBodies(
  db: Queryable,
  storeId: string,
  waiting: readonly string[],
  batch: number,
): Promise<number> {
  const [row] = await db.query<{ readonly gone: number }>(FORGET, [storeId, waiting, batch]);
  return row?.gone ?? 0;
}
