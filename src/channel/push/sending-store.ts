import type { Queryable, Transaction } from '../../kernel/database/database';

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

/**
 * Sends that the marketplace works on a request. One that was taken for lost meanwhile stays so. It may have been under way for long, so
 * the time in which it may not be repeated counts from its answer.
 */
export function bookBatch(tx: Pick<Transaction, 'send'>, storeId: string, id: string, batchId: string): void {
  tx.send(
    `UPDATE channel_sending SET state = 'open', batch_id = $3, asked_at = clock_timestamp(), next_at = clock_timestamp() + ${POLL_SECONDS.first} * interval '1 second'
     WHERE store_id = $1 AND id = $2 AND state = 'asked'`,
    [storeId, id, batchId],
  );
  tx.send('UPDATE channel_offer SET batch_id = $3 WHERE store_id = $1 AND sending_id = $2', [storeId, id, batchId]);
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

/** Sends what a look at a batch has shown. */
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

/**
 * Takes requests without an answer for lost.
 * @param isOver true: those alone that can no longer be under way
 * @returns the ids of all that are lost and not yet looked for
 */
export async function lostSendings(
  db: Queryable,
  storeId: string,
  extension: string,
  kind: Sending['kind'],
  isOver = false,
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `UPDATE channel_sending SET state = 'lost', next_at = clock_timestamp(),
       asked_at = CASE state WHEN 'asked' THEN clock_timestamp() ELSE asked_at END
     WHERE store_id = $1 AND extension = $2 AND kind = $3 AND (state = 'asked' OR state = 'lost') AND next_at IS NOT NULL
       AND (NOT $4 OR next_at <= clock_timestamp()) RETURNING id`,
    [storeId, extension, kind, isOver],
  );
  return rows.map(({ id }) => id);
}

/** Sends that lost requests were looked for. */
export const settleSendings = (tx: Pick<Transaction, 'send'>, storeId: string, ids: readonly string[]): void =>
  tx.send(`UPDATE channel_sending SET next_at = NULL WHERE store_id = $1 AND id = ANY ($2)`, [storeId, ids]);

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

/** Sends that requests go of which nobody asks any more. */
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
