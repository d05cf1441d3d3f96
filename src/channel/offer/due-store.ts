import { numberMovements } from '../../catalog/stock/store';
import type { Queryable, Transaction } from '../../kernel/database/queryable';

const DUE = `INSERT INTO channel_offer AS held (store_id, listing_id, extension, due_at)
  SELECT $1, l.id, l.extension, clock_timestamp() FROM channel_listing l`;
const MARK = `ON CONFLICT (store_id, listing_id) DO UPDATE SET due_at = excluded.due_at`;

/** A change of this age may have been committed behind what was looked at since. */
const OVERLAP = `interval '2 minutes'`;

interface Watch {
  readonly seq: number;
  readonly seenAt: string;
}

const WATCH = `SELECT seq, seen_at::text AS "seenAt" FROM channel_watch WHERE store_id = $1 AND extension = $2 FOR UPDATE`;

/** Movements that are taken at once. */
const MOVED_MOST = 5_000;

const MOVED = `
  SELECT m.seq, m.product_id AS "productId", coalesce(o.channel = $3, false) AS "isThere" FROM stock_movement m
  LEFT JOIN store_order o ON o.store_id = m.store_id AND o.id = m.order_id
  WHERE m.store_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT ${MOVED_MOST}`;

const ALL_DUE = `
  SELECT (EXISTS (SELECT FROM store_channel_settings WHERE store_id = $1 AND extension = $2 AND updated_at > $3::timestamptz - ${OVERLAP})
    OR EXISTS (SELECT FROM store_stock_policy WHERE store_id = $1 AND updated_at > $3::timestamptz - ${OVERLAP})) AS due`;

const LATE = `
  SELECT FROM channel_listing l LEFT JOIN channel_watch w ON w.store_id = l.store_id AND w.extension = l.extension
  WHERE l.store_id = $1 AND l.extension = $2 AND (w.seen_at IS NULL OR l.updated_at > w.seen_at - ${OVERLAP}
    OR EXISTS (SELECT FROM store_channel_settings s
      WHERE s.store_id = $1 AND s.extension = $2 AND s.updated_at > w.seen_at - ${OVERLAP})
    OR EXISTS (SELECT FROM store_stock_policy s WHERE s.store_id = $1 AND s.updated_at > w.seen_at - ${OVERLAP})
    OR EXISTS (SELECT FROM channel_change c WHERE c.store_id = $1)
    OR EXISTS (SELECT FROM stock_movement m WHERE m.store_id = $1 AND (m.seq IS NULL OR m.seq > w.seq))
    OR EXISTS (SELECT FROM channel_offer o WHERE o.extension = $2 AND o.store_id = $1 AND o.due_at <= clock_timestamp())
    OR EXISTS (SELECT FROM channel_sending s
      WHERE s.extension = $2 AND s.store_id = $1 AND s.kind = 'offers' AND s.next_at <= clock_timestamp()))
  LIMIT 1`;

/** Tells whether a channel may show something else than it should, also by what was committed long behind the last look. */
export const hasLateChanges = async (db: Queryable, storeId: string, extension: string): Promise<boolean> =>
  (await db.query(LATE, [storeId, extension])).length > 0;

const CHANGED = `${DUE} WHERE l.store_id = $1 AND l.extension = $2 AND l.updated_at > $3::timestamptz - ${OVERLAP} ${MARK}`;

/**
 * Products whose changes triggers have noted since anybody took them: their listings are due at every marketplace. A change that is not
 * committed yet keeps its note for the next look.
 */
const TAKE_NOTED = `
  WITH noted AS (
    DELETE FROM channel_change WHERE store_id = $1 AND product_id IN (
      SELECT product_id FROM channel_change WHERE store_id = $1 ORDER BY product_id FOR UPDATE SKIP LOCKED)
    RETURNING product_id)
  ${DUE} JOIN noted ON noted.product_id = l.product_id WHERE l.store_id = $1 ${MARK}`;

/** A marketplace may take off what it sold before or after it is told a number: that number says nothing any more. */
const SOLD_THERE = `
  UPDATE channel_offer f SET told_stock = NULL, told_at = coalesce(told_at, clock_timestamp()),
    told_price = CASE WHEN told_at IS NULL THEN (l.mirror ->> 'price')::bigint ELSE told_price END,
    told_list_price = CASE WHEN told_at IS NULL THEN (l.mirror ->> 'listPrice')::bigint ELSE told_list_price END
  FROM channel_listing l
  WHERE f.store_id = $1 AND l.store_id = $1 AND l.id = f.listing_id AND l.extension = $2 AND l.product_id = ANY ($3)
    AND l.mirror IS NOT NULL`;

const SEEN = `
  INSERT INTO channel_watch (store_id, extension, seq, seen_at)
  VALUES ($1, $2, coalesce((SELECT max(seq) FROM stock_movement WHERE store_id = $1 AND seq IS NOT NULL), 0), now())
  ON CONFLICT (store_id, extension) DO UPDATE SET seen_at = excluded.seen_at`;

const MOVED_TO = `UPDATE channel_watch SET seq = greatest(seq, $3) WHERE store_id = $1 AND extension = $2`;

const OF_PRODUCTS = `${DUE} WHERE l.store_id = $1 AND l.extension = $2 AND l.product_id = ANY ($3) ${MARK}`;

interface Moved {
  readonly seq: number;
  readonly productId: string;
  readonly isThere: boolean;
}

/** Marks the listings as due that the store has changed since it was looked at last. The first time all are. */
export async function takeChanges(tx: Transaction, storeId: string, extension: string): Promise<void> {
  const watch = await takeMovements(tx, storeId, extension);
  if (!watch) markDue(tx, storeId, extension, null);
  else {
    const [all] = await tx.query<{ due: boolean }>(ALL_DUE, [storeId, extension, watch.seenAt]);
    if (all?.due) markDue(tx, storeId, extension, null);
    else tx.send(CHANGED, [storeId, extension, watch.seenAt]);
  }
  tx.send(TAKE_NOTED, [storeId]);
  tx.send(SEEN, [storeId, extension]);
}

/**
 * Marks the listings as due of which the ledger has news, and takes what was told of those that were sold there for unknown.
 * @returns how far the store was looked at before; undefined: it never was
 */
export async function takeMovements(tx: Transaction, storeId: string, extension: string): Promise<Watch | undefined> {
  while (await numberMovements(tx, storeId));
  const [watch] = await tx.query<Watch>(WATCH, [storeId, extension]);
  if (!watch) return undefined;
  for (let { seq } = watch; ; ) {
    const moved = await tx.query<Moved>(MOVED, [storeId, seq, extension]);
    const last = moved.at(-1);
    if (!last) return watch;
    seq = last.seq;
    tx.send(OF_PRODUCTS, [storeId, extension, moved.map(({ productId }) => productId)]);
    const there = moved.filter(({ isThere }) => isThere).map(({ productId }) => productId);
    if (there.length > 0) tx.send(SOLD_THERE, [storeId, extension, there]);
    tx.send(MOVED_TO, [storeId, extension, seq]);
    if (moved.length < MOVED_MOST) return watch;
  }
}

/** Sends that listings are due. @param listingIds null: all of the channel */
export const markDue = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  listingIds: readonly string[] | null,
): void =>
  tx.send(`${DUE} WHERE l.store_id = $1 AND l.extension = $2 AND ($3::text[] IS NULL OR l.id = ANY ($3)) ${MARK}`, [
    storeId,
    extension,
    listingIds,
  ]);
