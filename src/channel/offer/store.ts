import { numberMovements } from '../../catalog/stock/store';
import type { Queryable, Transaction } from '../../kernel/database/database';
import { channelSettingsOf } from '../../store/channel/store';
import { defaultStockPolicy } from '../../store/stock/aggregate';
import { findStockPolicy } from '../../store/stock/store';
import { LISTING_COLUMNS, LISTING_FROM } from '../listing/store';
import type { OfferRow, Sent, ShownListing } from './row';
import type { Terms } from './wish';

/** SQL of the columns of an offer's state, of the row `f`. */
const OFFER_COLUMNS = `f.barcode AS "toldBarcode", f.told_stock AS "toldStock", f.told_price AS "toldPrice",
  f.told_list_price AS "toldListPrice", f.told_at AS "toldAt", f.told_seq AS "toldSeq", f.sending_id AS "sendingId",
  f.batch_id AS "batchId", f.due_at::text AS "dueAt", f.waits, f.looked_at AS "lookedAt", f.there,
  f.refused_text AS "refusedText", f.refused_wish AS "refusedWish", f.refused_at AS "refusedAt",
  f.understated_until AS "understatedUntil", f.held_price AS "heldPrice", f.confirmed_price AS "confirmedPrice", f.recent`;

const OFFER_JOIN = `JOIN channel_offer f ON f.store_id = l.store_id AND f.listing_id = l.id`;

const COLUMNS = `${LISTING_COLUMNS}, ${OFFER_COLUMNS}`;
const FROM = `${LISTING_FROM} ${OFFER_JOIN}`;

/** Reads the terms by which listings of a channel are shown, and whether its orders are pulled. */
export async function termsOf(
  db: Queryable,
  storeId: string,
  extension: string,
): Promise<Terms & { readonly resendMs: number; readonly pullsOrders: boolean }> {
  const settings = await channelSettingsOf(db, storeId, extension);
  const policy = (await findStockPolicy(db, storeId)) ?? defaultStockPolicy;
  const { push, pull, priceRule, brakePercent, buffer, resendMinutes } = settings;
  return {
    push,
    priceRule,
    brakePercent,
    buffer,
    storeBuffer: policy.marketplaceBuffer,
    untrackedQuantity: policy.untrackedQuantity,
    zeroWhenArchived: policy.zeroWhenArchived,
    resendMs: resendMinutes * 60_000,
    pullsOrders: pull.orders,
  };
}

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

/** Takes for unknown what was told of these listings, so that they are told anew: their marketplace may show other numbers. */
export const forgetTold = async (books: Queryable, storeId: string, listingIds: readonly string[]): Promise<void> =>
  void (await books.query(
    `UPDATE channel_offer SET told_stock = NULL, told_price = NULL, told_list_price = NULL, due_at = clock_timestamp()
     WHERE store_id = $1 AND listing_id = ANY ($2) AND told_at IS NOT NULL`,
    [storeId, listingIds],
  ));

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

/** The price of a listing that waits for a person, in kuruş. */
export interface HeldPrice {
  readonly listingId: string;
  readonly price: number;
}

/** Reads the prices of these listings that are held. */
export async function heldPrices(db: Queryable, storeId: string, listingIds: readonly string[]): Promise<HeldPrice[]> {
  const rows = await db.query<{ listingId: string; price: string }>(
    `SELECT listing_id AS "listingId", held_price AS price FROM channel_offer
     WHERE store_id = $1 AND listing_id = ANY ($2) AND held_price IS NOT NULL ORDER BY listing_id`,
    [storeId, listingIds],
  );
  return rows.map(({ listingId, price }) => ({ listingId, price: Number(price) }));
}

/** Sends that a person has confirmed these prices. One that is held at another price by now stays held. */
export const confirmPrices = (tx: Pick<Transaction, 'send'>, storeId: string, prices: readonly HeldPrice[]): void =>
  tx.send(
    `UPDATE channel_offer f SET confirmed_price = row.price
     FROM json_to_recordset($2::json) AS row("listingId" text, price bigint)
     WHERE f.store_id = $1 AND f.listing_id = row."listingId" AND f.held_price IS NOT NULL`,
    [storeId, JSON.stringify(prices)],
  );

const DUE_ROWS = `SELECT ${COLUMNS} ${FROM}
  WHERE f.store_id = $1 AND f.extension = $2 AND f.due_at <= clock_timestamp() ORDER BY f.due_at, l.id LIMIT $3`;

export const dueOffers = (db: Queryable, storeId: string, extension: string, limit: number): Promise<OfferRow[]> =>
  db.query<OfferRow>(DUE_ROWS, [storeId, extension, limit]);

/** Reads offers of these listings. */
export const offersByListing = (db: Queryable, storeId: string, listingIds: readonly string[]): Promise<OfferRow[]> =>
  db.query<OfferRow>(`SELECT ${COLUMNS} ${FROM} WHERE l.store_id = $1 AND l.id = ANY ($2) ORDER BY l.id`, [
    storeId,
    listingIds,
  ]);

const BESIDE_ROWS = `SELECT ${COLUMNS} ${LISTING_FROM} LEFT ${OFFER_JOIN}`;

/** A page of the listings of a channel, whether they were told anything or not. */
export const allOffers = (
  db: Queryable,
  storeId: string,
  extension: string,
  { after, listingIds }: { readonly after: string; readonly listingIds: readonly string[] | null },
  limit: number,
): Promise<OfferRow[]> =>
  db.query<OfferRow>(
    `${BESIDE_ROWS} WHERE l.store_id = $1 AND l.extension = $2 AND l.id > $3 AND ($4::text[] IS NULL OR l.id = ANY ($4))
     ORDER BY l.id LIMIT $5`,
    [storeId, extension, after, listingIds, limit],
  );

/** Reads offers that were sent with a request of which nobody knows the end. */
export const offersOfSendings = (db: Queryable, storeId: string, sendingIds: readonly string[]): Promise<OfferRow[]> =>
  db.query<OfferRow>(`SELECT ${COLUMNS} ${FROM} WHERE f.store_id = $1 AND f.sending_id = ANY ($2) ORDER BY l.id`, [
    storeId,
    sendingIds,
  ]);

/** Barcodes of these that an item of the store has. */
export async function barcodesInUse(
  db: Queryable,
  storeId: string,
  barcodes: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ barcode: string }>(
    'SELECT barcode FROM catalog_barcode WHERE store_id = $1 AND barcode = ANY ($2)',
    [storeId, barcodes],
  );
  return new Set(rows.map(({ barcode }) => barcode));
}

/** The outcome of a look at a listing that is not sent. */
export interface Rest {
  readonly listingId: string;
  /** The time that was read: a listing that became due again meanwhile stays due. */
  readonly dueAt: string | null;
  /** ms until it is looked at again; null: when something changes. */
  readonly nextMs: number | null;
  readonly waits: OfferRow['waits'];
  readonly heldPrice: number | null;
}

const REST = `
  UPDATE channel_offer f SET waits = row.waits, held_price = row."heldPrice",
    due_at = CASE WHEN f.due_at::text = row."dueAt" THEN clock_timestamp() + row."nextMs" * interval '1 ms' ELSE f.due_at END
  FROM json_to_recordset($2::json) AS row("listingId" text, "dueAt" text, "nextMs" bigint, waits text, "heldPrice" bigint)
  WHERE f.store_id = $1 AND f.listing_id = row."listingId"`;

export async function restOffers(db: Queryable, storeId: string, rests: readonly Rest[]): Promise<void> {
  if (rests.length > 0) await db.query(REST, [storeId, JSON.stringify(rests)]);
}

/** A listing as it is told now. */
export interface ToldOffer {
  readonly listingId: string;
  readonly dueAt: string | null;
  readonly barcode: string;
  readonly stock: number | null;
  readonly price: number | null;
  readonly listPrice: number | null;
  readonly recent: readonly Sent[];
  /** ms until it is looked at again, because something else waits for a time. */
  readonly nextMs: number | null;
  readonly heldPrice: number | null;
}

const TELL = `
  UPDATE channel_offer f SET told_stock = row.stock, told_price = row.price, told_list_price = row."listPrice",
    told_at = clock_timestamp(), told_seq = (SELECT seq FROM channel_watch WHERE store_id = $1 AND extension = f.extension),
    barcode = row.barcode, recent = row.recent, held_price = row."heldPrice", sending_id = $2, batch_id = NULL, waits = NULL,
    refused_text = NULL, refused_wish = NULL, refused_at = NULL,
    due_at = CASE WHEN f.due_at::text = row."dueAt" THEN clock_timestamp() + row."nextMs" * interval '1 ms' ELSE f.due_at END
  FROM json_to_recordset($3::json) AS row("listingId" text, "dueAt" text, barcode text, stock integer, price bigint,
    "listPrice" bigint, recent jsonb, "nextMs" bigint, "heldPrice" bigint)
  WHERE f.store_id = $1 AND f.listing_id = row."listingId"`;

export const tellOffers = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  sendingId: string,
  told: readonly ToldOffer[],
): void => tx.send(TELL, [storeId, sendingId, JSON.stringify(told)]);

/** A listing as it was told before a request that the marketplace refused. */
export interface Untold {
  readonly listingId: string;
  readonly toldAt: string | null;
  readonly stock: number | null;
  readonly price: number | null;
  readonly listPrice: number | null;
  readonly refusedText: string | null;
  readonly refusedWish: string | null;
  readonly waits: OfferRow['waits'];
  /** ms until it is looked at again. */
  readonly nextMs: number;
}

/** A stock that a sale there has made unknown meanwhile stays unknown. */
const UNTELL = `
  UPDATE channel_offer f SET told_stock = CASE WHEN f.told_stock IS NOT NULL THEN row.stock END, told_price = row.price,
    told_list_price = row."listPrice", told_at = CASE WHEN f.told_stock IS NOT NULL THEN row."toldAt" ELSE f.told_at END, sending_id = NULL, waits = row.waits, refused_text = row."refusedText",
    refused_wish = row."refusedWish", refused_at = CASE WHEN row."refusedText" IS NOT NULL THEN clock_timestamp() END,
    due_at = least(f.due_at, clock_timestamp() + row."nextMs" * interval '1 ms')
  FROM json_to_recordset($3::json) AS row("listingId" text, "toldAt" timestamptz, stock integer, price bigint, "listPrice" bigint,
    "refusedText" text, "refusedWish" text, waits text, "nextMs" bigint)
  WHERE f.store_id = $1 AND f.sending_id = $2 AND f.listing_id = row."listingId"`;

const LAST_ERROR = `
  UPDATE channel_listing l SET last_error = row."refusedText"
  FROM json_to_recordset($2::json) AS row("listingId" text, "refusedText" text)
  WHERE l.store_id = $1 AND l.id = row."listingId" AND row."refusedText" IS NOT NULL`;

/** Sends that the marketplace has not taken these. */
export function untellOffers(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  sendingId: string,
  untold: readonly Untold[],
): void {
  if (untold.length === 0) return;
  tx.send(UNTELL, [storeId, sendingId, JSON.stringify(untold)]);
  tx.send(LAST_ERROR, [storeId, JSON.stringify(untold)]);
}

const CONFIRM = `
  WITH confirmed AS (
    UPDATE channel_offer SET sending_id = NULL
    WHERE store_id = $1 AND sending_id = $2 AND barcode = ANY ($3) RETURNING listing_id, told_stock, told_price, told_list_price)
  UPDATE channel_listing l SET last_error = NULL, mirrored_at = CASE WHEN l.mirror IS NULL THEN NULL ELSE clock_timestamp() END,
    mirror = l.mirror || jsonb_strip_nulls(jsonb_build_object('stock', c.told_stock, 'price', c.told_price))
      || CASE WHEN c.told_price IS NULL THEN '{}' ELSE jsonb_build_object('listPrice',
        CASE WHEN c.told_list_price > c.told_price THEN c.told_list_price END) END
  FROM confirmed c WHERE l.store_id = $1 AND l.id = c.listing_id`;

/** Sends that the marketplace has applied the numbers that a request told for these barcodes. */
export function confirmOffers(
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  sendingId: string,
  barcodes: readonly string[],
): void {
  if (barcodes.length > 0) tx.send(CONFIRM, [storeId, sendingId, barcodes]);
}

/** The result of a look at a listing on its marketplace. */
export interface Looked {
  readonly listingId: string;
  readonly there: boolean;
  /** The barcode under which it was found. */
  readonly barcode: string | null;
  /** True of the numbers that stand there as they were told. */
  readonly keeps: { readonly stock: boolean; readonly price: boolean };
  readonly isDue: boolean;
  /** The offer was under way when it was looked for. */
  readonly sendingId: string | null;
}

const LOOK = `
  INSERT INTO channel_offer AS f (store_id, listing_id, extension, looked_at, there, barcode, due_at)
  SELECT $1, l.id, l.extension, clock_timestamp(), row.there, row.barcode, CASE WHEN row."isDue" THEN clock_timestamp() END
  FROM json_to_recordset($2::json) AS row("listingId" text, there boolean, barcode text, "keepsStock" boolean,
    "keepsPrice" boolean, "isDue" boolean, "sendingId" text)
  JOIN channel_listing l ON l.store_id = $1 AND l.id = row."listingId"
  ON CONFLICT (store_id, listing_id) DO UPDATE SET looked_at = excluded.looked_at, there = excluded.there,
    barcode = CASE WHEN f.sending_id IS NULL THEN coalesce(excluded.barcode, f.barcode) ELSE f.barcode END,
    due_at = coalesce(excluded.due_at, f.due_at)`;

const LOOKED_BACK = `
  UPDATE channel_offer f SET
    told_stock = CASE WHEN row."keepsStock" THEN told_stock END,
    told_price = CASE WHEN row."keepsPrice" THEN told_price END,
    told_list_price = CASE WHEN row."keepsPrice" THEN told_list_price END, sending_id = NULL
  FROM json_to_recordset($2::json) AS row("listingId" text, "keepsStock" boolean, "keepsPrice" boolean, "sendingId" text)
  WHERE f.store_id = $1 AND f.listing_id = row."listingId" AND f.told_at IS NOT NULL
    AND f.sending_id IS NOT DISTINCT FROM row."sendingId"`;

export function noteLooks(tx: Pick<Transaction, 'send'>, storeId: string, looked: readonly Looked[]): void {
  if (looked.length === 0) return;
  const rows = JSON.stringify(
    looked.map(({ keeps, ...row }) => ({ ...row, keepsStock: keeps.stock, keepsPrice: keeps.price })),
  );
  tx.send(LOOK, [storeId, rows]);
  tx.send(LOOKED_BACK, [storeId, rows]);
}

const COMPANIONS = `SELECT ${COLUMNS} ${FROM}
  WHERE f.store_id = $1 AND f.extension = $2 AND (f.due_at IS NULL OR f.due_at > clock_timestamp()) AND f.sending_id IS NULL
    AND f.told_stock IS NOT NULL AND f.refused_at IS NULL AND f.barcode IS NOT NULL AND f.there IS NOT false
    AND (NOT $3 OR f.told_stock = 0) LIMIT 20`;

/** Offers that stand as they were told. */
export const settledOffers = (
  db: Queryable,
  storeId: string,
  extension: string,
  zeroAlone: boolean,
): Promise<OfferRow[]> => db.query<OfferRow>(COMPANIONS, [storeId, extension, zeroAlone]);

/** Understates listings for a while: the marketplace takes their right number only later. */
export const understate = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  rows: readonly { readonly listingId: string; readonly untilMs: number }[],
): void =>
  tx.send(
    `UPDATE channel_offer f SET understated_until = to_timestamp(row."untilMs" / 1000.0)
     FROM json_to_recordset($2::json) AS row("listingId" text, "untilMs" bigint) WHERE f.store_id = $1 AND f.listing_id = row."listingId"`,
    [storeId, JSON.stringify(rows)],
  );

const SHOWN_ROWS = `SELECT ${COLUMNS}, s.state AS approval, s.sending_id IS NOT NULL AS "isSubmitted", s.reasons AS "rejectReasons"
  ${LISTING_FROM} LEFT ${OFFER_JOIN}
  LEFT JOIN channel_submission s ON s.store_id = l.store_id AND s.listing_id = l.id`;

/** A page of the listings of a channel, in the order of their ids. */
export const listOffers = (
  db: Queryable,
  storeId: string,
  extension: string,
  filter: { readonly productId: string | null; readonly after: string | null },
  limit: number,
): Promise<ShownListing[]> =>
  db.query<ShownListing>(
    `${SHOWN_ROWS} WHERE l.store_id = $1 AND l.extension = $2 AND ($3::text IS NULL OR l.product_id = $3) AND ($4::text IS NULL OR l.id > $4)
     ORDER BY l.id LIMIT $5`,
    [storeId, extension, filter.productId, filter.after, limit],
  );

export async function findOffer(
  db: Queryable,
  storeId: string,
  extension: string,
  listingId: string,
): Promise<ShownListing | undefined> {
  const [row] = await db.query<ShownListing>(`${SHOWN_ROWS} WHERE l.store_id = $1 AND l.extension = $2 AND l.id = $3`, [
    storeId,
    extension,
    listingId,
  ]);
  return row;
}
