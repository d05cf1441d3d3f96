import type { CommandBus } from '../../kernel/bus';
import { noted } from '../../kernel/bus/noted';
import type { Queryable } from '../../kernel/database/database';
import { type FoundRow, openRowsOf, type Page } from '../../kernel/work/work-store';
import type { RefundRow } from './aggregate';
import type { RefundAskingInput } from './contract';

/** Where it is noted that a provider is asked for it. Each says whether it was noted: not when another attempt asks, or it has ended. */
export interface AskedBook {
  /** Before it is asked. */
  noteAsked(bus: CommandBus, storeId: string, asked: Asked): Promise<boolean>;
  /** It has done nothing of what it was asked. */
  takeBackAsked(bus: CommandBus, storeId: string, asked: Asked): Promise<boolean>;
  /** It knows nothing of it. */
  noteMissing(bus: CommandBus, storeId: string, asked: Asked): Promise<boolean>;
}

/** A refund that a provider is to do, with the payment that it is of. */
export interface AskedRefund extends Asked, Pick<RefundRow, 'state'> {}

/** Money that a provider is to give back. */
export interface Asked extends Pick<RefundRow, 'id' | 'amount' | 'asked' | 'missing'> {
  readonly extension: string;
  /** Ours and the provider's, of the payment. */
  readonly payment: { readonly reference: string; readonly paymentId: string };
  /** Since it was asked for the last time; of one that was not, since it was requested. */
  readonly ageMs: number;
}

const FIND = `
  SELECT r.id, r.state, r.amount, r.asked, r.missing, p.extension,
    json_build_object('reference', p.reference, 'paymentId', p.provider_id) AS payment,
    floor(extract(epoch FROM clock_timestamp() - CASE WHEN r.asked > 0 THEN r.asked_at ELSE r.created_at END) * 1000)::float8 AS "ageMs"
  FROM order_refund r JOIN payment p ON p.store_id = $1 AND p.id = r.payment_id
  WHERE r.store_id = $1 AND r.id = $2`;

/** @returns undefined of one that is not there, or that no provider does */
export async function findAsked(db: Queryable, storeId: string, refundId: string): Promise<AskedRefund | undefined> {
  const [row] = await db.query<AskedRefund>(FIND, [storeId, refundId]);
  return row;
}

const HERE = `WHERE store_id = $1 AND id = $2 AND asked = $3 AND state = 'requested' RETURNING id`;

const ASK = `
  UPDATE order_refund SET asked = asked + 1, asked_at = clock_timestamp(), missing = 0, waiting_for = NULL ${HERE}`;

const UNASK = `UPDATE order_refund SET asked = asked - 1 ${HERE}`;
const MISSING = `UPDATE order_refund SET missing = missing + 1 ${HERE}`;

export const refundBook: AskedBook = {
  noteAsked: (bus, storeId, { id, asked }) => noted(bus, storeId, (tx) => tx.query(ASK, [storeId, id, asked])),
  takeBackAsked: (bus, storeId, { id, asked }) =>
    noted(bus, storeId, (tx) => tx.query(UNASK, [storeId, id, asked + 1])),
  noteMissing: (bus, storeId, { id, asked }) => noted(bus, storeId, (tx) => tx.query(MISSING, [storeId, id, asked])),
};

const WAIT = `
  UPDATE order_refund SET waiting_for = $3 WHERE store_id = $1 AND id = $2 AND state = 'requested' RETURNING id`;

/** Notes what it waits for, for people. */
export const noteWaiting = (bus: CommandBus, storeId: string, refundId: string, waitingFor: string): Promise<boolean> =>
  noted(bus, storeId, (tx) => tx.query(WAIT, [storeId, refundId, waitingFor]));

/** Open ones of all stores. */
export const findOpenRefunds = (maintenance: Queryable, page: Page): Promise<FoundRow<RefundAskingInput>[]> =>
  maintenance.query(openRowsOf('refund'), page);
