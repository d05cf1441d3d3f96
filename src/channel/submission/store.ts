import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { LISTING_COLUMNS, LISTING_FROM } from '../listing/store';
import type { PushedItem, Submission, SubmissionState } from './item';

/** SQL of the state of a submission, of the row `s`. */
const SUBMISSION = `json_build_object('stage', s.stage, 'state', s.state, 'reasons', s.reasons, 'sendingId', s.sending_id,
  'sentBarcode', s.barcode, 'jobId', s.job_id, 'looks', s.looks)`;

const ITEMS = `
  SELECT ${LISTING_COLUMNS}, p.title AS "productTitle", p.description, p.vat_rate AS "vatRate",
    coalesce(v.sku, p.sku) AS sku, p.media_ids AS "mediaIds", f.there, ${SUBMISSION} AS submission
  ${LISTING_FROM}
  LEFT JOIN channel_offer f ON f.store_id = l.store_id AND f.listing_id = l.id
  LEFT JOIN channel_submission s ON s.store_id = l.store_id AND s.listing_id = l.id`;

const OF_PRODUCTS = `${ITEMS} WHERE l.store_id = $1 AND l.extension = $2 AND l.product_id = ANY ($3) ORDER BY l.id LIMIT $4`;

/** Reads all listings of these products. */
export const itemsOfProducts = (
  db: Queryable,
  storeId: string,
  extension: string,
  productIds: readonly string[],
  limit: number,
): Promise<PushedItem[]> => db.query<PushedItem>(OF_PRODUCTS, [storeId, extension, productIds, limit]);

const BY_ID = `${ITEMS} WHERE l.store_id = $1 AND l.id = ANY ($2) ORDER BY l.id`;

export const itemsById = (db: Queryable, storeId: string, listingIds: readonly string[]): Promise<PushedItem[]> =>
  db.query<PushedItem>(BY_ID, [storeId, listingIds]);

const TODO = `${ITEMS} WHERE s.store_id = $1 AND s.job_id = $2 AND s.stage = 'todo' ORDER BY l.id LIMIT $3`;

/** Reads items that a job is to send. */
export const itemsToSend = (db: Queryable, storeId: string, jobId: string, limit: number): Promise<PushedItem[]> =>
  db.query<PushedItem>(TODO, [storeId, jobId, limit]);

const OF_SENDINGS = `${ITEMS} WHERE s.store_id = $1 AND s.sending_id = ANY ($2) ORDER BY l.id`;

/** Reads items that were sent with requests of which nobody knows the end. */
export const itemsOfSendings = (db: Queryable, storeId: string, sendingIds: readonly string[]): Promise<PushedItem[]> =>
  db.query<PushedItem>(OF_SENDINGS, [storeId, sendingIds]);

const PENDING = `${ITEMS}
  WHERE s.store_id = $1 AND s.extension = $2 AND s.stage = 'sent' AND s.sending_id IS NULL AND s.next_at <= clock_timestamp()
  ORDER BY s.next_at, l.id LIMIT $3`;

/** Reads items whose approval is to be looked at. */
export const itemsToLookAt = (
  db: Queryable,
  storeId: string,
  extension: string,
  limit: number,
): Promise<PushedItem[]> => db.query<PushedItem>(PENDING, [storeId, extension, limit]);

const TAKE_UP = `
  INSERT INTO channel_submission AS s (store_id, listing_id, extension, job_id, stage)
  SELECT $1, l.id, l.extension, $2, 'todo' FROM channel_listing l WHERE l.store_id = $1 AND l.id = ANY ($3)
  ON CONFLICT (store_id, listing_id) DO UPDATE SET job_id = excluded.job_id, stage = 'todo', sending_id = NULL, next_at = NULL`;

/** Sends that a job is to send these. What an ended job has sent of them is no longer waited for: the later one counts. */
export const takeUp = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  jobId: string,
  listingIds: readonly string[],
): void => tx.send(TAKE_UP, [storeId, jobId, listingIds]);

const TELL = `
  UPDATE channel_submission s SET stage = 'sent', sending_id = $2, batch_id = NULL, barcode = row.barcode, reasons = '{}',
    sent_at = clock_timestamp(), decided_at = NULL, looks = 0, next_at = NULL
  FROM json_to_recordset($3::json) AS row("listingId" text, barcode text)
  WHERE s.store_id = $1 AND s.listing_id = row."listingId"`;

/** Sends that the marketplace is about to be asked for these. */
export const tellSubmissions = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  sendingId: string,
  rows: readonly { readonly listingId: string; readonly barcode: string }[],
): void => tx.send(TELL, [storeId, sendingId, JSON.stringify(rows)]);

/** Sends which batch the marketplace has made of a request. */
export const bookSubmissionBatch = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  sendingId: string,
  batchId: string,
): void =>
  tx.send('UPDATE channel_submission SET batch_id = $3 WHERE store_id = $1 AND sending_id = $2', [
    storeId,
    sendingId,
    batchId,
  ]);

/** Sends that the marketplace has taken nothing of a request: its items are to be sent. */
export const untellSubmissions = (tx: Pick<Transaction, 'send'>, storeId: string, sendingId: string): void =>
  tx.send(`UPDATE channel_submission SET stage = 'todo', sending_id = NULL WHERE store_id = $1 AND sending_id = $2`, [
    storeId,
    sendingId,
  ]);

/** The further course of an item that was looked at. */
export interface Verdict {
  readonly listingId: string;
  readonly stage: NonNullable<Submission['stage']>;
  readonly state: SubmissionState;
  /** The marketplace's words; empty unless it refuses the item. */
  readonly reasons: readonly string[];
}

/** The first look comes after this; each further one after twice as long, up to ten minutes. */
const LOOK_SECONDS = { first: 2, most: 600 };

const JUDGE = `
  UPDATE channel_submission s SET stage = row.stage, state = row.state, reasons = ARRAY(SELECT jsonb_array_elements_text(row.reasons)),
    sending_id = NULL, looks = CASE WHEN s.sending_id IS NULL THEN s.looks + 1 ELSE 0 END,
    decided_at = CASE WHEN row.stage = 'ended' THEN clock_timestamp() END,
    next_at = CASE WHEN row.stage = 'sent' THEN clock_timestamp()
      + least(${LOOK_SECONDS.most}, ${LOOK_SECONDS.first} * 2 ^ least(10, CASE WHEN s.sending_id IS NULL THEN s.looks + 1 ELSE 0 END))
        * interval '1 second' END
  FROM json_to_recordset($2::json) AS row("listingId" text, stage text, state text, reasons jsonb)
  WHERE s.store_id = $1 AND s.listing_id = row."listingId" AND s.stage <> 'ended'
  RETURNING s.listing_id AS "listingId", s.stage, s.job_id AS "jobId"`;

const LAST_ERROR = `
  UPDATE channel_listing l SET last_error = nullif(row.error, '')
  FROM json_to_recordset($2::json) AS row("listingId" text, error text)
  WHERE l.store_id = $1 AND l.id = row."listingId"`;

/** Writes the marketplace's verdicts on submissions. @returns the submissions that end with them, and the jobs that sent them */
export async function judge(
  tx: Transaction,
  storeId: string,
  verdicts: readonly Verdict[],
): Promise<{ readonly listingId: string; readonly jobId: string }[]> {
  if (verdicts.length === 0) return [];
  const rows = await tx.query<{ listingId: string; stage: string; jobId: string }>(JUDGE, [
    storeId,
    JSON.stringify(verdicts),
  ]);
  const errors = verdicts.map(({ listingId, reasons }) => ({ listingId, error: reasons.join(' ') }));
  tx.send(LAST_ERROR, [storeId, JSON.stringify(errors)]);
  return rows.filter(({ stage }) => stage === 'ended');
}

const GIVE_UP = `
  UPDATE channel_submission s SET stage = 'ended', decided_at = clock_timestamp()
  WHERE s.store_id = $1 AND s.listing_id = ANY ($2) AND s.stage = 'todo' RETURNING s.listing_id AS "listingId"`;

/** Writes that listings are not sent, and the reason. @returns those that waited to be sent */
export async function giveUp(
  tx: Transaction,
  storeId: string,
  given: readonly { readonly listingId: string; readonly error: string }[],
): Promise<ReadonlySet<string>> {
  if (given.length === 0) return new Set();
  const rows = await tx.query<{ listingId: string }>(GIVE_UP, [storeId, given.map(({ listingId }) => listingId)]);
  tx.send(LAST_ERROR, [storeId, JSON.stringify(given)]);
  return new Set(rows.map(({ listingId }) => listingId));
}

/** The items of a job that have not come to their end. */
export interface OpenItems {
  readonly todo: number;
  /** Requests of which nobody knows the end. */
  readonly underWay: number;
  readonly pending: number;
  /** Pending ones that were looked at seldom yet. */
  readonly awaited: number;
}

const LEFT = `
  SELECT count(*) FILTER (WHERE stage = 'todo')::integer AS todo,
    count(*) FILTER (WHERE stage = 'sent' AND sending_id IS NOT NULL)::integer AS "underWay",
    count(*) FILTER (WHERE stage = 'sent' AND sending_id IS NULL)::integer AS pending,
    count(*) FILTER (WHERE stage = 'sent' AND sending_id IS NULL AND looks < $3)::integer AS awaited
  FROM channel_submission WHERE store_id = $1 AND job_id = $2 AND stage <> 'ended'`;

/** @param looksMax an item that was looked at as often is waited for no more */
export async function leftOf(db: Queryable, storeId: string, jobId: string, looksMax: number): Promise<OpenItems> {
  const [row] = await db.query<OpenItems>(LEFT, [storeId, jobId, looksMax]);
  return row as OpenItems;
}

const NEXT = `
  SELECT ceil(extract(epoch FROM min(next_at) - clock_timestamp()) * 1000)::integer AS ms FROM (
    SELECT next_at FROM channel_submission WHERE store_id = $1 AND extension = $2 AND next_at IS NOT NULL
    UNION ALL SELECT next_at FROM channel_sending
    WHERE store_id = $1 AND extension = $2 AND kind = 'listings' AND next_at IS NOT NULL) AS waiting`;

/** The time in ms until something is to be looked at; null: nothing is. */
export async function nextLookMs(db: Queryable, storeId: string, extension: string): Promise<number | null> {
  const [row] = await db.query<{ ms: number | null }>(NEXT, [storeId, extension]);
  return row?.ms ?? null;
}
