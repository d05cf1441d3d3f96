import type { Queryable } from '../../kernel/database/queryable';
import { type AskedRow, askedBook, msSinceAsked } from '../../provider/conversation/asked-store';
import type { RefundRow } from './aggregate';
import type { RefundAskingInput } from './contract';

export const refundBook = askedBook<RefundAskingInput, RefundRow['state']>({
  table: 'order_refund',
  open: 'requested',
  openRows: 'refund',
});

/** The money that a provider gives back, as a conversation about it reads it. */
export interface AskedMoney<State extends string = string> extends AskedRow<State>, Pick<RefundRow, 'amount'> {
  readonly extension: string;
  /** The reference of the payment, which is ours, and its id at the provider. */
  readonly payment: { readonly reference: string; readonly paymentId: string };
}

/** A refund that a provider makes, with its payment. */
export type AskedRefund = AskedMoney<RefundRow['state']>;

const FIND = `
  SELECT r.id, r.state, r.amount, r.asked, p.extension,
    json_build_object('reference', p.reference, 'paymentId', p.provider_id) AS payment,
    ${msSinceAsked('r.created_at', 'r.')} AS "ageMs"
  FROM order_refund r JOIN payment p ON p.store_id = $1 AND p.id = r.payment_id
  WHERE r.store_id = $1 AND r.id = $2`;

/** Finds a refund to be requested. @returns undefined when there is none, or no provider makes it */
export async function findAsked(db: Queryable, storeId: string, refundId: string): Promise<AskedRefund | undefined> {
  const [row] = await db.query<AskedRefund>(FIND, [storeId, refundId]);
  return row;
}
