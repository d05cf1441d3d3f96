import type { Queryable } from '../../kernel/database/queryable';
import { GOES_BACK_WHOLE } from '../order/state';
import { codesShortOf, owedOf } from './short';

/** A digital line of a paid order, as a letter tells of it. */
export interface DigitalLine {
  readonly id: string;
  readonly productId: string;
  readonly title: string;
  readonly digitalKind: 'link' | 'code_pool';
  /** Codes that are still to come. */
  readonly short: number;
}

export interface DigitalOrder {
  readonly id: string;
  readonly number: string;
  readonly email: string;
  readonly name: string;
  readonly lines: readonly DigitalLine[];
}

/**
 * A digital line that was delivered stays in the letter even when its money is given back. Letters are written anew when they are sent
 * late, and when the owner reads them. A line that was not delivered is told of as long as its money stays.
 */
const IS_TOLD_OF = `l.digital_kind <> 'none'
  AND (l.codes > 0 OR (NOT l.requires_shipping AND l.delivered > 0) OR (NOT (${GOES_BACK_WHOLE}) AND ${owedOf('l')} > 0))`;

/** A customer who is forgotten is written to no more. */
const TO_WRITE = `
  SELECT o.id, o.number, o.buyer_email AS email, o.buyer_name AS name, told.lines
  FROM store_order o JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NULL
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'digitalKind', l.digital_kind,
      'title', l.title || coalesce(' · ' || l.variant_title, ''),
      'short', CASE WHEN ${GOES_BACK_WHOLE} THEN 0 ELSE ${codesShortOf('l')} END) ORDER BY l.position) AS lines
    FROM order_line l WHERE l.store_id = $1 AND l.order_id = o.id AND ${IS_TOLD_OF}) told
  WHERE o.store_id = $1 AND o.id = ANY ($2) AND o.buyer_email IS NOT NULL AND o.payment = 'paid' AND told.lines IS NOT NULL`;

/** Paid orders with their digital lines, of buyers who are written to. */
export const digitalToWrite = (db: Queryable, storeId: string, ids: readonly string[]): Promise<DigitalOrder[]> =>
  db.query<DigitalOrder>(TO_WRITE, [storeId, ids]);

/** The first of both is that of the index. */
const SHORT = `l.store_id = $1 AND l.codes + cardinality(l.refunded_units) < l.quantity AND ${codesShortOf('l')} > 0`;

/** An order whose money is all given back gets no code, whatever its lines say. */
const IS_PAID = `o.payment = 'paid' AND NOT (${GOES_BACK_WHOLE})`;

const PRODUCTS = `SELECT DISTINCT l.product_id AS id FROM order_line l WHERE ${SHORT}`;

/** Products of which lines wait for codes. */
export async function productsShort(db: Queryable, storeId: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(PRODUCTS, [storeId]);
  return rows.map(({ id }) => id);
}

/** A line that waits, and how many codes it has by now. */
export interface ShortLine {
  readonly orderId: string;
  readonly lineId: string;
  readonly codes: number;
}

/** The lines whose codes wait. A forgotten buyer is sent no codes: the shop settles these lines with him. */
const LINES = `
  SELECT l.order_id AS "orderId", l.id AS "lineId", l.codes FROM order_line l
  JOIN store_order o ON o.store_id = $1 AND o.id = l.order_id AND ${IS_PAID}
  JOIN customer c ON c.store_id = $1 AND c.id = o.customer_id AND c.anonymized_at IS NULL
  WHERE ${SHORT} AND l.product_id = ANY ($2) ORDER BY l.id LIMIT $3`;

/** Lines of paid orders that wait for codes of these products, who bought first being first. @param most lines at most */
export const linesShort = (
  db: Queryable,
  storeId: string,
  productIds: readonly string[],
  most: number,
): Promise<ShortLine[]> => db.query<ShortLine>(LINES, [storeId, productIds, most]);

/** Stores in which lines wait for codes, by their ids. @param after a store; '': from the beginning @param most stores at most */
export async function storesShort(maintenance: Queryable, after: string, most: number): Promise<readonly string[]> {
  const rows = await maintenance.query<{ id: string }>('SELECT id FROM stores_short_of_codes($1, $2) AS id', [
    after,
    most,
  ]);
  return rows.map(({ id }) => id);
}
