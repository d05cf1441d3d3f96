import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { refuse } from '../../kernel/errors';
import { liraText } from '../../kernel/money';
import type { Titled } from '../../kernel/table/references';
import { insertsInto } from '../../kernel/table/table-store';
import { untellingOf } from '../../provider/conversation/asked-store';
import { type PaymentRow, payment } from './table';

export const { insertNew: insertPaymentOnce } = insertsInto(payment);

/** The pattern of a reason for which a payment pays for no order: a word of ours, and behind a colon the words of the provider. */
const OWN_WORD = '^[a-z_]+(?=:|$)';
const OWN_WORD_ALONE = '^[a-z_]+$';

const TAKEN = `
  SELECT ${payment.select()} FROM payment
  WHERE store_id = $1 AND session_id = $2 AND state = 'captured' AND order_id IS NULL AND ($3::text IS NULL OR id = $3)
  ORDER BY id LIMIT 1 FOR UPDATE`;

/**
 * The first payment whose money was taken for a session, locked; undefined: nothing was.
 * @param paymentId this one alone; null: whichever
 */
export async function lockTaken(
  tx: Transaction,
  storeId: string,
  sessionId: string,
  paymentId: string | null,
): Promise<PaymentRow | undefined> {
  const [row] = await tx.query<PaymentRow>(TAKEN, [storeId, sessionId, paymentId]);
  return row;
}

const PLACED = 'UPDATE payment SET order_id = $3, updated_at = $4 WHERE store_id = $1 AND id = $2';

/** Sends which order a locked payment pays for. */
export function placePayment(tx: Transaction, storeId: string, id: string, orderId: string, now: Date): void {
  tx.send(PLACED, [storeId, id, orderId, now]);
}

const OF_THESE = `session_id IN (
    SELECT unnest($2::text[]) UNION ALL SELECT paid.session_id FROM payment paid WHERE paid.store_id = $1 AND paid.order_id = ANY ($3))`;
const OWN_WORDS_ALONE = `
  UPDATE payment SET failure = substring(failure FROM '${OWN_WORD}')
  WHERE store_id = $1 AND failure !~ '${OWN_WORD_ALONE}' AND ${OF_THESE}`;
const UNTOLD = untellingOf('payment', OF_THESE);

/**
 * Sends that nothing is left of what providers have said of the payments of sessions, and of those of orders: it may name who paid. Why
 * a payment pays for no order, in our own words, stays.
 */
export function sendUntoldPayments(
  tx: Transaction,
  storeId: string,
  sessionIds: readonly string[],
  orderIds: readonly string[],
): void {
  tx.send(OWN_WORDS_ALONE, [storeId, sessionIds, orderIds]);
  tx.send(UNTOLD, [storeId, sessionIds, orderIds]);
}

const OF_ORDER = `SELECT ${payment.select()} FROM payment WHERE store_id = $1 AND order_id = $2`;

/** The payment of an order; undefined: no provider took it. */
export async function paymentOf(tx: Transaction, storeId: string, orderId: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.query<PaymentRow>(OF_ORDER, [storeId, orderId]);
  return row;
}

const NAMED = `SELECT ${payment.select()} FROM payment WHERE store_id = $1 AND extension = $2 AND reference = $3`;

/** One that its provider names by our reference; undefined: it is none of ours. */
export async function findNamed(
  tx: Transaction,
  storeId: string,
  extension: string,
  reference: string,
): Promise<PaymentRow | undefined> {
  const [row] = await tx.query<PaymentRow>(NAMED, [storeId, extension, reference]);
  return row;
}

const REVIEWED = `
  UPDATE payment SET review = $3, updated_at = clock_timestamp() WHERE store_id = $1 AND order_id = $2`;

/** Sends the finding about the payment of a locked order. */
export function sendReview(
  tx: Transaction,
  storeId: string,
  orderId: string,
  review: NonNullable<PaymentRow['review']>,
): void {
  tx.send(REVIEWED, [storeId, orderId, review]);
}

const LOCK = `SELECT ${payment.select()} FROM payment WHERE store_id = $1 AND id = $2 FOR UPDATE`;

/** @throws {Refusal} not_found */
export async function lockPayment(tx: Transaction, storeId: string, paymentId: string): Promise<PaymentRow> {
  const [row] = await tx.query<PaymentRow>(LOCK, [storeId, paymentId]);
  return row ?? refuse('not_found', 'There is no such payment.', { quotesNobody: true });
}

const FOUND = `
  UPDATE payment SET state = $3, finding = $4, note = $5, waiting_for = NULL, updated_at = clock_timestamp()
  WHERE store_id = $1 AND id = $2`;

/** Sends what an owner has found of a locked payment. */
export function sendFinding(
  tx: Transaction,
  storeId: string,
  id: string,
  { state, finding, note }: Pick<PaymentRow, 'state' | 'finding' | 'note'>,
): void {
  tx.send(FOUND, [storeId, id, state, finding, note]);
}

const TITLES = `
  SELECT id, coalesce(paid_amount, amount) AS paid FROM payment WHERE store_id = $1 AND id = ANY($2)`;

/** Titles payments by the amount that was taken from the card, or was to be. */
export async function paymentTitles(db: Queryable, storeId: string, ids: readonly string[]): Promise<Titled[]> {
  const rows = await db.query<{ id: string; paid: number }>(TITLES, [storeId, ids]);
  return rows.map(({ id, paid }) => ({ id, title: `${liraText(paid)} TL · kart` }));
}

/** Sessions are gone a day after they have ended, which is a day after they began at most. */
const SAID_HOURS = 48;

/**
 * Takes out what providers have said of failed payments of all stores whose sessions are gone: who asks to be forgotten later is not
 * found by them any more. @param batch rows at most @returns how many
 */
export async function forgetFailedPayments(maintenance: Queryable, batch: number): Promise<number> {
  const [row] = await maintenance.query<{ said: number }>('SELECT sweep_payment_words($1::interval, $2) AS said', [
    `${SAID_HOURS} hours`,
    batch,
  ]);
  return row?.said ?? 0;
}
