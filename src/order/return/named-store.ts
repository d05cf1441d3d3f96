import type { Queryable } from '../../kernel/database/queryable';
import type { ReturnRow } from './aggregate';

/** A return as far as acts upon many of them ask for it. */
export interface NamedReturn extends Pick<ReturnRow, 'id' | 'orderId' | 'pieces' | 'receipts'> {
  /** True if a provider took the money of the order, and gives it back. */
  readonly byProvider: boolean;
}

const NAMED = `
  SELECT r.id, r.order_id AS "orderId", r.pieces, r.receipts,
    EXISTS (SELECT 1 FROM payment p WHERE p.store_id = r.store_id AND p.order_id = r.order_id) AS "byProvider"
  FROM order_return r WHERE r.store_id = $1 AND r.id = ANY($2)`;

/** Reads returns by their ids; those that the store does not know are missing. */
export const returnsNamed = (db: Queryable, storeId: string, ids: readonly string[]): Promise<NamedReturn[]> =>
  db.query<NamedReturn>(NAMED, [storeId, ids]);
