import type { Queryable, Transaction } from '../../kernel/database/queryable';
import { insertsInto } from '../../kernel/table/table-store';
import { type SessionRow, session } from './table';

export const { insert: insertSession, insertNew: insertSessionOnce } = insertsInto(session);

const FIND = `SELECT ${session.select()} FROM checkout_session WHERE store_id = $1 AND id = $2`;

export async function findSession(db: Queryable, storeId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await db.query<SessionRow>(FIND, [storeId, id]);
  return row;
}

const LOCK = `${FIND} FOR UPDATE`;

/** Locked: who places it a second time waits for the first. */
export async function lockSession(tx: Transaction, storeId: string, id: string): Promise<SessionRow | undefined> {
  const [row] = await tx.query<SessionRow>(LOCK, [storeId, id]);
  return row;
}

const PLACED = 'UPDATE checkout_session SET order_id = $3, updated_at = $4 WHERE store_id = $1 AND id = $2';

/** Sends which order a locked session has become. */
export function placeSession(tx: Transaction, storeId: string, id: string, orderId: string, now: Date): void {
  tx.send(PLACED, [storeId, id, orderId, now]);
}

const KEEP = `
  UPDATE checkout_session SET cart = $3, buyer_name = $4, buyer_email = $5, buyer_phone = $6, shipping_address = $7, billing = $8, note = $9,
    rate = $10, method = $11, coupon = $12, quote = $13, expires_at = coalesce(link_until, $14), updated_at = $15, rev = $16
  WHERE store_id = $1 AND id = $2 AND order_id IS NULL AND rev = $17 AND link_until IS NOT DISTINCT FROM $18
  RETURNING rev`;

/**
 * Keeps what a shopper has put together by now.
 * @param seen the session of which it was made @returns false, and keeps nothing, where that has another rev or link by now, or is an order
 */
export async function keepSession(
  tx: Transaction,
  storeId: string,
  row: SessionRow,
  seen: Pick<SessionRow, 'rev' | 'linkUntil'>,
  now: Date,
): Promise<boolean> {
  const {
    id,
    cart,
    buyerName,
    buyerEmail,
    buyerPhone,
    shippingAddress,
    billing,
    note,
    rate,
    method,
    coupon,
    quote,
    expiresAt,
  } = row;
  const json = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));
  const kept = await tx.query(KEEP, [
    storeId,
    id,
    JSON.stringify(cart),
    buyerName,
    buyerEmail,
    buyerPhone,
    json(shippingAddress),
    json(billing),
    note,
    rate,
    method,
    coupon,
    json(quote),
    expiresAt,
    now,
    row.rev,
    seen.rev,
    seen.linkUntil,
  ]);
  return kept.length > 0;
}

const LINK = `
  UPDATE checkout_session SET link_until = $3, link_url = $4, expires_at = $3, updated_at = $5, link_total = $6 WHERE store_id = $1 AND id = $2`;

/** Sends that a link leads the buyer to a locked session until then, and the total that the letter tells. Its rev stays: nothing of what is agreed to has changed. */
export function linkSession(
  tx: Transaction,
  storeId: string,
  id: string,
  { until, url, total }: { readonly until: Date; readonly url: string; readonly total: number },
  now: Date,
): void {
  tx.send(LINK, [storeId, id, until, url, now, total]);
}

const UNLINK = `
  UPDATE checkout_session SET link_until = $3, expires_at = $3, link_cancelled_at = $3, updated_at = $3
  WHERE store_id = $1 AND id = $2`;

/** Sends that the link to a locked session was taken back, with which the session ends. */
export function unlinkSession(tx: Transaction, storeId: string, id: string, now: Date): void {
  tx.send(UNLINK, [storeId, id, now]);
}

const LINKED = `
  SELECT ${session.select()} FROM checkout_session
  WHERE store_id = $1 AND link_until IS NOT NULL AND ($2::timestamptz IS NULL OR (created_at, id) < ($2, $3))
  ORDER BY created_at DESC, id DESC LIMIT $4`;

/** Lists the sessions to which links lead or have led, newest first. @param after the time of the last one seen and its id */
export const linkedSessions = (
  db: Queryable,
  storeId: string,
  after: readonly [string, string] | null,
  most: number,
): Promise<SessionRow[]> => db.query<SessionRow>(LINKED, [storeId, after?.[0] ?? null, after?.[1] ?? null, most]);

const BY_IDS = `SELECT ${session.select()} FROM checkout_session WHERE store_id = $1 AND id = ANY ($2)`;

export const sessionsOf = (db: Queryable, storeId: string, ids: readonly string[]): Promise<SessionRow[]> =>
  db.query<SessionRow>(BY_IDS, [storeId, ids]);

const emptied = (known: string): string => `
  WITH emptied AS (
    UPDATE checkout_session
    SET buyer_name = NULL, buyer_email = NULL, buyer_phone = NULL, shipping_address = NULL, billing = NULL, note = NULL, updated_at = $3,
      rev = rev + 1
    WHERE store_id = $1 AND ${known}
    RETURNING id
  ), unstated AS (
    DELETE FROM buyer_identity stated USING emptied WHERE stated.store_id = $1 AND stated.session_id = emptied.id
  )
  SELECT id FROM emptied`;

const EMPTY_BY_EMAIL = emptied('lower(buyer_email COLLATE "C") = $2');
const EMPTY_BY_PHONE = emptied('buyer_email IS NULL AND buyer_phone = $2');

/**
 * Removes the shopper from every session in which this address was stated, or this telephone number without one, placed or not. An open
 * session is then filled in anew, as by a new shopper.
 * @param known the fact by which orders find their customer @returns the ids of the sessions
 */
export async function forgetShopper(
  tx: Transaction,
  storeId: string,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
  now: Date,
): Promise<string[]> {
  const known = email?.toLowerCase() ?? phone;
  if (known === null) return [];
  const rows = await tx.query<{ id: string }>(email === null ? EMPTY_BY_PHONE : EMPTY_BY_EMAIL, [storeId, known, now]);
  return rows.map(({ id }) => id);
}

/**
 * The hours for which an ended session is kept. A shopper who comes back too late is told so, and is not asked again for the session's
 * fields.
 */
const REST_HOURS = 24;

/**
 * Deletes sessions of all stores that have rested, with what their shoppers have stated; orders have their own.
 * @param batch rows at most @returns how many
 */
export async function deleteEndedSessions(maintenance: Queryable, batch: number): Promise<number> {
  const [row] = await maintenance.query<{ deleted: number }>(
    'SELECT sweep_checkout_sessions($1::interval, $2) AS deleted',
    [`${REST_HOURS} hours`, batch],
  );
  return row?.deleted ?? 0;
}
