import type { CommandBus } from '../../kernel/bus';
import { noted } from '../../kernel/bus/noted';
import type { Queryable, StoreReader, Transaction } from '../../kernel/database/queryable';
import { askedBook, msSince, msSinceAsked } from '../../provider/conversation/asked-store';
import type { CapturedPayment } from '../../provider/payment-port';
import type { AskedMoney } from '../refund/asked-store';
import type { PaymentAttemptInput } from './contract';
import { type PaymentRow, payment } from './table';

export interface Attempt extends PaymentRow {
  /** The time, in ms, since it can no longer be paid; below 0: it still can. */
  readonly overdueMs: number;
  /** The time since it was begun, in ms. */
  readonly ageMs: number;
  /** The time, in ms, since the provider was asked to complete it; 0: it was not. */
  readonly completedMs: number;
  /** The time, in ms, since the provider was asked to give it back; else since that was decided. */
  readonly askedMs: number;
}

const FIND = `
  SELECT ${payment.select()}, ${msSince('coalesce(expires_at, created_at)')} AS "overdueMs", ${msSince('created_at')} AS "ageMs",
    coalesce(${msSince('completed_at')}, 0) AS "completedMs",
    ${msSinceAsked('updated_at')} AS "askedMs"
  FROM payment WHERE store_id = $1 AND id = $2`;

export async function findAttempt(db: Queryable, storeId: string, id: string): Promise<Attempt | undefined> {
  const [row] = await db.query<Attempt>(FIND, [storeId, id]);
  return row;
}

const COUNT = 'SELECT count(*) AS attempts FROM payment WHERE store_id = $1 AND session_id = $2';

export async function attemptsOf(tx: Transaction, storeId: string, sessionId: string): Promise<number> {
  const [row] = await tx.query<{ attempts: number }>(COUNT, [storeId, sessionId]);
  return row?.attempts ?? 0;
}

const OF_SESSION = `
  SELECT CASE WHEN order_id IS NULL THEN 'paying' ELSE 'placed' END AS state FROM payment
  WHERE store_id = $1 AND session_id = $2 AND (order_id IS NOT NULL OR state IN ('begun', 'captured', 'unknown'))
  ORDER BY order_id LIMIT 1`;

/** Tells what the payments of a session have come to, however long ago. @returns undefined: there are none, or no money was taken or kept */
export async function paymentOf(
  db: Queryable,
  storeId: string,
  sessionId: string,
): Promise<'paying' | 'placed' | undefined> {
  const [row] = await db.query<{ state: 'paying' | 'placed' }>(OF_SESSION, [storeId, sessionId]);
  return row?.state;
}

const PAYING = `
  SELECT DISTINCT session_id AS "sessionId" FROM payment
  WHERE store_id = $1 AND session_id = ANY ($2) AND order_id IS NULL AND state IN ('begun', 'captured', 'unknown')`;

/** Finds those of the sessions that somebody is paying for, or of which nobody knows whether they were paid. */
export async function beingPaid(db: Queryable, storeId: string, sessionIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ sessionId: string }>(PAYING, [storeId, sessionIds]);
  return new Set(rows.map(({ sessionId }) => sessionId));
}

const TERMS = `
  UPDATE payment SET entry = $3, quote_digest = $4, expires_at = $5 WHERE store_id = $1 AND id = $2`;

interface Terms {
  readonly entry: PaymentRow['entry'];
  readonly quoteDigest: string;
  readonly expiresAt: Date;
}

/** Sends what one that has just been begun is held against. */
export function stateTerms(tx: Transaction, storeId: string, id: string, terms: Terms): void {
  tx.send(TERMS, [storeId, id, terms.entry, terms.quoteDigest, terms.expiresAt]);
}

const HANDLE = 'UPDATE payment SET handle = $3 WHERE store_id = $1 AND id = $2 RETURNING id';

export const noteHandle = (bus: CommandBus, storeId: string, id: string, handle: string): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(HANDLE, [storeId, id, handle]));

const TICKET = `
  UPDATE payment SET ticket = $3 WHERE store_id = $1 AND id = $2 AND state = 'begun' AND ticket IS NULL`;

/** Stores the ticket with which the buyer has come back; the first counts. */
export function noteTicket(tx: Transaction, storeId: string, id: string, ticket: string): void {
  tx.send(TICKET, [storeId, id, ticket]);
}

const REOPEN = `
  UPDATE payment SET state = 'begun', missing_since = NULL, updated_at = clock_timestamp()
  WHERE store_id = $1 AND id = $2 AND state IN ('failed', 'unknown') AND NOT test`;

/** Sends that the provider has news of one that was thought to have ended. */
export function reopenAttempt(tx: Transaction, storeId: string, id: string): void {
  tx.send(REOPEN, [storeId, id]);
}

const COMPLETE = `
  UPDATE payment SET completed = completed + 1, completed_at = clock_timestamp(), missing_since = NULL, waiting_for = NULL
  WHERE store_id = $1 AND id = $2 AND state = 'begun' AND completed = $3 RETURNING id`;
const UNCOMPLETE = `
  UPDATE payment SET completed = completed - 1
  WHERE store_id = $1 AND id = $2 AND state = 'begun' AND completed = $3 + 1 RETURNING id`;

type Counted = Pick<PaymentRow, 'id' | 'completed'>;

/** Notes that the provider is asked to complete it, before it is. @returns false when another attempt does */
export const noteCompleting = (bus: CommandBus, storeId: string, { id, completed }: Counted): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(COMPLETE, [storeId, id, completed]));

/** Notes that the provider has done nothing of that. */
export const takeBackCompleting = (bus: CommandBus, storeId: string, { id, completed }: Counted): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(UNCOMPLETE, [storeId, id, completed]));

const MISSING = `
  UPDATE payment SET missing_since = coalesce(missing_since, clock_timestamp())
  WHERE store_id = $1 AND id = $2 AND state = 'begun' AND completed = $3 RETURNING ${msSince('missing_since')} AS "missingMs"`;

/** Notes that the provider knows of no money. @returns the time for which it has said so without a break, in ms; 0 at the first time */
export const noteNothingTaken = (bus: CommandBus, storeId: string, { id, completed }: Counted): Promise<number> =>
  bus.inTransaction<number>(storeId, async (tx) => {
    const [row] = await tx.query<{ missingMs: number }>(MISSING, [storeId, id, completed]);
    return { keep: row !== undefined, value: row?.missingMs ?? 0 };
  });

const FORGET_MISSING = `
  UPDATE payment SET missing_since = NULL
  WHERE store_id = $1 AND id = $2 AND state = 'begun' AND missing_since IS NOT NULL RETURNING id`;

/** Forgets that time: the provider has said nothing of the money. */
export const forgetNothingTaken = (
  bus: CommandBus,
  storeId: string,
  { id }: Pick<PaymentRow, 'id'>,
): Promise<boolean> => noted(bus, storeId, (tx) => tx.query(FORGET_MISSING, [storeId, id]));

const CAPTURE = `
  UPDATE payment SET state = $3, provider_id = $4, paid_amount = $5, instalments = $6, review = $7, test = $8,
    captured_at = clock_timestamp(), waiting_for = NULL, missing_since = NULL, failure = $9, updated_at = clock_timestamp()
  WHERE store_id = $1 AND id = $2 AND state IN ('begun', 'failed', 'unknown') AND NOT test RETURNING id`;

/**
 * Notes that the money was taken, which is proof: whatever was thought of it, or said by an owner, while the provider was asked.
 * @param failure why it pays for no order; null: it may
 */
export const noteCaptured = (
  bus: CommandBus,
  storeId: string,
  id: string,
  { paymentId, paidAmount, instalments, review, test }: CapturedPayment,
  state: 'captured' | 'failed' | 'returning',
  failure: string | null,
): Promise<boolean> =>
  noted(bus, storeId, (tx) =>
    tx.query(CAPTURE, [storeId, id, state, paymentId, paidAmount, instalments, review, test, failure]),
  );

const END = `
  UPDATE payment SET state = $4, failure = coalesce($5, failure), waiting_for = NULL, missing_since = NULL, updated_at = clock_timestamp()
  WHERE store_id = $1 AND id = $2 AND (state = $3 OR state = 'not_returned' AND $4 = 'returned') AND order_id IS NULL
  RETURNING id`;

/**
 * Moves one that pays for no order. Its row is locked for that: whoever makes an order of it has it locked until there is one. That it
 * was given back is proof, though somebody has given up finding out meanwhile.
 * @returns false when it has moved meanwhile, or pays for one
 */
export const moveAttempt = (
  bus: CommandBus,
  storeId: string,
  { id, state }: Pick<PaymentRow, 'id' | 'state'>,
  to: Exclude<PaymentRow['state'], 'begun' | 'captured'>,
  failure: string | null,
): Promise<boolean> => noted(bus, storeId, (tx) => tx.query(END, [storeId, id, state, to, failure]));

const WAIT = `
  UPDATE payment SET waiting_for = $3
  WHERE store_id = $1 AND id = $2 AND order_id IS NULL AND state IN ('begun', 'captured', 'returning') RETURNING id`;

/** Notes what it waits for, for people. @returns false of one that has ended meanwhile, and waits for nothing */
export const noteAwaited = (bus: CommandBus, storeId: string, id: string, waitingFor: string): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(WAIT, [storeId, id, waitingFor.slice(0, 300)]));

export const paymentBook = askedBook<PaymentAttemptInput, PaymentRow['state']>({
  table: 'payment',
  open: 'returning',
  openRows: 'payment_attempt',
});

/** Money that pays for no order. */
export interface AskedReturn extends AskedMoney<PaymentRow['state']>, Pick<PaymentRow, 'failure'> {}

/** All that was taken is given back. */
export async function findReturn(db: Queryable, storeId: string, id: string): Promise<AskedReturn | undefined> {
  const attempt = await findAttempt(db, storeId, id);
  return (
    attempt && {
      ...attempt,
      amount: attempt.paidAmount ?? attempt.amount,
      payment: { reference: attempt.reference, paymentId: attempt.providerId ?? attempt.reference },
      ageMs: attempt.askedMs,
    }
  );
}

const APART = `
  SELECT ${payment.select()} FROM payment
  WHERE store_id = $1 AND order_id IS NULL AND (state NOT IN ('begun', 'failed') OR finding IS NOT NULL)
    AND ($2::text IS NULL OR id < $2)
  ORDER BY id DESC LIMIT $3`;

/** Payments that pay for no order, newest first: their money was taken, or may have been. Those that an owner has closed are among them. */
export const listApart = (
  db: StoreReader,
  storeId: string,
  before: string | null,
  most: number,
): Promise<PaymentRow[]> => db.query<PaymentRow>(APART, [storeId, before, most]);
