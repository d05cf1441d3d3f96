import type { Queryable, Transaction } from '../../kernel/database/queryable';
import type { OfferRow, Sent } from './row';

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

/** Writes the outcomes of looks at listings that are not sent. */
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

/** Sends that the marketplace is told of these by a request whose end nobody knows yet. */
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

/** Sends what looks at listings on their marketplace have found. */
export function noteLooks(tx: Pick<Transaction, 'send'>, storeId: string, looked: readonly Looked[]): void {
  if (looked.length === 0) return;
  const rows = JSON.stringify(
    looked.map(({ keeps, ...row }) => ({ ...row, keepsStock: keeps.stock, keepsPrice: keeps.price })),
  );
  tx.send(LOOK, [storeId, rows]);
  tx.send(LOOKED_BACK, [storeId, rows]);
}

/** Takes for unknown what was told of these listings, so that they are told anew: their marketplace may show other numbers. */
export const forgetTold = async (books: Queryable, storeId: string, listingIds: readonly string[]): Promise<void> =>
  void (await books.query(
    `UPDATE channel_offer SET told_stock = NULL, told_price = NULL, told_list_price = NULL, due_at = clock_timestamp()
     WHERE store_id = $1 AND listing_id = ANY ($2) AND told_at IS NOT NULL`,
    [storeId, listingIds],
  ));

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
