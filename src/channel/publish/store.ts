import type { Transaction } from '../../kernel/database/database';

/** The standing of a listing with the approval of its marketplace. */
export interface Approval {
  readonly listingId: string;
  /** null: it is on sale. */
  readonly approval: 'sent' | 'pending_approval' | 'rejected' | null;
  readonly remoteProductId: string | null;
  /** Why it was rejected. */
  readonly reason: string | null;
}

/** The longest time between two looks, in seconds; the first comes after two. */
const LOOK_SECONDS_MAX = 600;

const BOOK = `
  UPDATE channel_offer f SET approval = row.approval, approval_looks = f.approval_looks + 1, looked_at = clock_timestamp(),
    due_at = CASE WHEN row.approval IS NULL THEN clock_timestamp() WHEN row.approval = 'rejected' THEN NULL
      ELSE clock_timestamp() + least(${LOOK_SECONDS_MAX}, 2 * 2 ^ least(f.approval_looks, 10)) * interval '1 second' END
  FROM json_to_recordset($2::json) AS row("listingId" text, approval text)
  WHERE f.store_id = $1 AND f.listing_id = row."listingId"`;

const MAP = `
  UPDATE channel_listing l SET remote_product_id = coalesce(row."remoteProductId", l.remote_product_id),
    last_error = row.reason
  FROM json_to_recordset($2::json) AS row("listingId" text, "remoteProductId" text, reason text)
  WHERE l.store_id = $1 AND l.id = row."listingId"`;

/** Sends how listings stand with the approval of their marketplace. */
export function bookApprovals(tx: Transaction, storeId: string, approvals: readonly Approval[]): void {
  if (approvals.length === 0) return;
  tx.send(BOOK, [storeId, JSON.stringify(approvals)]);
  tx.send(MAP, [storeId, JSON.stringify(approvals)]);
}

/** Sends that listings were sent, and wait. */
export function bookSent(
  tx: Transaction,
  storeId: string,
  extension: string,
  sendingId: string,
  rows: readonly { readonly listingId: string; readonly barcode: string }[],
): void {
  if (rows.length === 0) return;
  tx.send(
    `INSERT INTO channel_offer (store_id, listing_id, extension, barcode, sending_id, approval, approval_looks)
     SELECT $1, row."listingId", $2, row.barcode, $3, 'sent', 0 FROM json_to_recordset($4::json) AS row("listingId" text, barcode text)
     ON CONFLICT (store_id, listing_id) DO UPDATE SET barcode = excluded.barcode, sending_id = excluded.sending_id,
       approval = excluded.approval, approval_looks = 0, due_at = NULL`,
    [storeId, extension, sendingId, JSON.stringify(rows)],
  );
}

/** Sends the end of listings in a batch: those that were taken wait for approval, the others say why not. */
export function bookBatchEnds(
  tx: Transaction,
  storeId: string,
  sendingId: string,
  ends: readonly { readonly listingId: string; readonly refused: string | null }[],
): void {
  if (ends.length === 0) return;
  const rows = JSON.stringify(ends);
  tx.send(
    `UPDATE channel_offer f SET sending_id = NULL, approval = CASE WHEN row.refused IS NULL THEN 'pending_approval' ELSE 'rejected' END,
       due_at = CASE WHEN row.refused IS NULL THEN clock_timestamp() END
     FROM json_to_recordset($3::json) AS row("listingId" text, refused text)
     WHERE f.store_id = $1 AND f.sending_id = $2 AND f.listing_id = row."listingId"`,
    [storeId, sendingId, rows],
  );
  tx.send(
    `UPDATE channel_listing l SET last_error = row.refused FROM json_to_recordset($2::json) AS row("listingId" text, refused text)
     WHERE l.store_id = $1 AND l.id = row."listingId"`,
    [storeId, rows],
  );
}
