import type { Queryable, Transaction } from '../../../kernel/database/queryable';
import type { SecretBox } from '../../../kernel/personal/secret-box';
import { sealedRowsOf } from '../../../kernel/table/sealed-store';
import type { Row } from '../../../kernel/table/table';
import { insertsInto } from '../../../kernel/table/table-store';
import { isNationalId } from '../../../store/identity/checksum';
import { type BuyerIdentity, buyerIdentity } from './table';

const { insert } = insertsInto(buyerIdentity);
const { open, openAll, seal } = sealedRowsOf(buyerIdentity, 'id');

const REMOVE = 'DELETE FROM buyer_identity WHERE store_id = $1 AND (session_id = $2 OR order_id = $3)';

/** The owner of a number: the buyer of a session, or of an order that came without one, e.g. from a marketplace. */
type Of = { readonly sessionId: string } | { readonly orderId: string };

/**
 * Keeps a buyer's statement in place of the earlier one; null: the buyer states nothing any more. Marketplaces write 11111111111 for buyers
 * who have stated none.
 * @param id the id of the new row, `byi_…` @returns false when the check digits do not fit, and nothing is kept
 */
export async function keepIdentity(
  tx: Transaction,
  box: SecretBox,
  storeId: string,
  of: Of,
  { id, number }: { readonly id: string; readonly number: string | null },
): Promise<boolean> {
  const whose = { sessionId: null, orderId: null, ...of };
  tx.send(REMOVE, [storeId, whose.sessionId, whose.orderId]);
  if (number === null) return true;
  if (!isNationalId(number)) return false;
  insert(tx, storeId, await seal(tx, box, storeId, { ...whose, id, number }));
  return true;
}

const STATED = 'SELECT FROM buyer_identity WHERE store_id = $1 AND session_id = $2';

/** Tells whether the buyer of a locked session has stated a national id. */
export const hasIdentity = async (db: Queryable, storeId: string, sessionId: string): Promise<boolean> =>
  (await db.query(STATED, [storeId, sessionId])).length > 0;

const PASS = 'UPDATE buyer_identity SET session_id = NULL, order_id = $3 WHERE store_id = $1 AND session_id = $2';

/** Sends that the number that was stated in a session belongs to its order now. */
export function passIdentity(tx: Transaction, storeId: string, sessionId: string, orderId: string): void {
  tx.send(PASS, [storeId, sessionId, orderId]);
}

const OF_ORDER = `SELECT ${buyerIdentity.select()} FROM buyer_identity WHERE store_id = $1 AND order_id = $2`;

/** Opens the number that the buyer of an order has stated; undefined: none was stated. */
export async function identityOfOrder(
  db: Queryable,
  box: SecretBox,
  storeId: string,
  orderId: string,
): Promise<BuyerIdentity | undefined> {
  const [row] = await db.query<Row<typeof buyerIdentity>>(OF_ORDER, [storeId, orderId]);
  return row && open(db, box, storeId, row);
}

const OF_ORDERS = `SELECT ${buyerIdentity.select()} FROM buyer_identity WHERE store_id = $1 AND order_id = ANY($2)`;

/** Finds the identities that the buyers of these orders have stated, opened. */
export async function identitiesOfOrders(
  db: Queryable,
  box: SecretBox,
  storeId: string,
  orderIds: readonly string[],
): Promise<BuyerIdentity[]> {
  return openAll(db, box, storeId, await db.query<Row<typeof buyerIdentity>>(OF_ORDERS, [storeId, orderIds]));
}
