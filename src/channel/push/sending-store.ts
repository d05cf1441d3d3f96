import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { UNDER_WAY_MS } from '../../provider/deadlines';

/** A request that told a marketplace of listings. */
export interface Sending {
  readonly id: string;
  readonly kind: 'offers' | 'listings';
  readonly state: 'asked' | 'open' | 'done' | 'lost' | 'refused';
  readonly batchId: string | null;
  readonly polls: number;
}

/** A worker that was killed behind its word leaves a request of which nobody knows; somebody looks for it then. */
const ASKED_MS = 30_000;

/** Sends that a marketplace is about to be asked. */
export const bookSending = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  extension: string,
  row: { readonly id: string; readonly kind: Sending['kind']; readonly digest: string; readonly items: number },
): void =>
  tx.send(
    `INSERT INTO channel_sending (store_id, id, extension, kind, state, digest, items, asked_at, next_at)
     VALUES ($1, $2, $3, $4, 'asked', $5, $6, clock_timestamp(), clock_timestamp() + ${ASKED_MS} * interval '1 ms')`,
    [storeId, row.id, extension, row.kind, row.digest, row.items],
  );

/** The first look at a batch comes after this; each further one after twice as long, up to a minute. */
const POLL_SECONDS = { first: 2, most: 60 };

const TAKEN = `
  UPDATE channel_sending SET asked_at = clock_timestamp(), state = CASE state WHEN 'asked' THEN 'open' ELSE state END,
    batch_id = CASE state WHEN 'asked' THEN $3 ELSE batch_id END,
    next_at = CASE state WHEN 'asked' THEN clock_timestamp() + ${POLL_SECONDS.first} * interval '1 second' ELSE next_at END
  WHERE store_id = $1 AND id = $2 AND state IN ('asked', 'lost') RETURNING state = 'open' AS "isOpen"`;

/**
 * Writes that the marketplace works on a request. One that was taken for lost meanwhile stays so. It may have been under way for long, so
 * the time in which it may not be repeated counts from its answer.
 * @returns false of a request that was taken for lost: others may have been sent before the marketplace took it
 */
export async function bookBatch(tx: Transaction, storeId: string, id: string, batchId: string): Promise<boolean> {
  const [taken] = await tx.query<{ isOpen: boolean }>(TAKEN, [storeId, id, batchId]);
  tx.send('UPDATE channel_offer SET batch_id = $3 WHERE store_id = $1 AND sending_id = $2', [storeId, id, batchId]);
  return taken?.isOpen ?? false;
}

/** Sends that the marketplace has taken nothing of a request, and refuses it or throttles. */
export const forgetSending = (tx: Pick<Transaction, 'send'>, storeId: string, id: string, isRefused: boolean): void =>
  isRefused
    ? tx.send(`UPDATE channel_sending SET state = 'refused', next_at = NULL WHERE store_id = $1 AND id = $2`, [
        storeId,
        id,
      ])
    : tx.send('DELETE FROM channel_sending WHERE store_id = $1 AND id = $2', [storeId, id]);

const OPEN = `
  SELECT id, kind, state, batch_id AS "batchId", polls FROM channel_sending
  WHERE store_id = $1 AND extension = $2 AND kind = $3 AND state = 'open' AND next_at <= clock_timestamp() + $4 * interval '1 ms'
  ORDER BY next_at LIMIT 20`;

/** Requests whose batch is to be looked at. */
export const openSendings = (
  db: Queryable,
  storeId: string,
  extension: string,
  kind: Sending['kind'],
  withinMs = 0,
): Promise<Sending[]> => db.query<Sending>(OPEN, [storeId, extension, kind, withinMs]);

/** Sends the results of a look at a batch. */
export const bookPoll = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  { id, polls }: Sending,
  state: 'open' | 'done' | 'lost',
): void =>
  tx.send(
    `UPDATE channel_sending SET state = $3, polls = $4, next_at = CASE $3 WHEN 'open' THEN clock_timestamp() + $5 * interval '1 second'
       WHEN 'lost' THEN clock_timestamp() END WHERE store_id = $1 AND id = $2 AND state = 'open'`,
    [storeId, id, state, polls + 1, Math.min(POLL_SECONDS.most, POLL_SECONDS.first * 2 ** (polls + 1))],
  );

/** A request of which nobody knows the end. */
export interface LostSending {
  readonly id: string;
  /** The marketplace has never answered it, so it may still be under way. */
  readonly isUnanswered: boolean;
  /** Listings that were looked at before, and are to be looked at once more; null: none was looked at. */
  readonly lookedIds: readonly string[] | null;
}

/**
 * Takes requests without an answer for lost.
 * @param isOver true: those alone that can no longer be under way
 * @returns all that are lost and are to be looked for now
 */
export const lostSendings = (
  db: Queryable,
  storeId: string,
  extension: string,
  kind: Sending['kind'],
  isOver = false,
): Promise<LostSending[]> =>
  db.query<LostSending>(
    `UPDATE channel_sending SET state = 'lost', next_at = clock_timestamp(),
       asked_at = CASE state WHEN 'asked' THEN clock_timestamp() ELSE asked_at END
     WHERE store_id = $1 AND extension = $2 AND kind = $3
       AND ((state = 'asked' AND NOT $4) OR (state IN ('asked', 'lost') AND next_at <= clock_timestamp()))
     RETURNING id, batch_id IS NULL AS "isUnanswered", looked_ids AS "lookedIds"`,
    [storeId, extension, kind, isOver],
  );

/** Sends that lost requests were looked for. */
export const settleSendings = (tx: Pick<Transaction, 'send'>, storeId: string, ids: readonly string[]): void =>
  tx.send(`UPDATE channel_sending SET next_at = NULL, looked_ids = NULL WHERE store_id = $1 AND id = ANY ($2)`, [
    storeId,
    ids,
  ]);

/** Sends that a lost request may still arrive: these listings are looked at once more when it can no longer be under way. */
export const lookOnceMore = (
  tx: Pick<Transaction, 'send'>,
  storeId: string,
  id: string,
  listingIds: readonly string[],
): void =>
  tx.send(
    `UPDATE channel_sending SET next_at = clock_timestamp() + ${UNDER_WAY_MS} * interval '1 ms', looked_ids = $3
     WHERE store_id = $1 AND id = $2 AND state = 'lost'`,
    [storeId, id, listingIds],
  );

/** Digests of the requests that may not be repeated yet. */
export async function sentDigests(
  db: Queryable,
  storeId: string,
  extension: string,
  withinMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ digest: string }>(
    `SELECT DISTINCT digest FROM channel_sending
     WHERE extension = $2 AND store_id = $1 AND asked_at > clock_timestamp() - $3 * interval '1 ms' AND state <> 'refused'`,
    [storeId, extension, withinMs],
  );
  return new Set(rows.map(({ digest }) => digest));
}

/** Deletes requests of a day ago whose state is not asked for any more. */
export const forgetSendings = (tx: Pick<Transaction, 'send'>, storeId: string, extension: string): void =>
  tx.send(
    `DELETE FROM channel_sending WHERE extension = $2 AND store_id = $1 AND asked_at < clock_timestamp() - interval '1 day' AND next_at IS NULL`,
    [storeId, extension],
  );

const FAILED = `
  SELECT count(*)::int AS failed FROM channel_sending
  WHERE store_id = $1 AND extension = $2 AND state IN ('lost', 'refused') AND asked_at > clock_timestamp() - interval '24 hours'`;

/** Counts requests of the last day that were refused whole, or whose outcome nobody knows yet. */
export async function countFailedSendings(db: Queryable, storeId: string, extension: string): Promise<number> {
  const [row] = await db.query<{ failed: number }>(FAILED, [storeId, extension]);
  return row?.failed ?? 0;
}
