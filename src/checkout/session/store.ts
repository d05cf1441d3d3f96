import type { Transaction } from '../../kernel/database/database';
import { insertsInto } from '../../kernel/table/table-store';
import { type SessionRow, session } from './table';

export const { insert: insertSession, insertNew: insertSessionOnce } = insertsInto(session);

const LOCK = `SELECT ${session.select()} FROM checkout_session WHERE store_id = $1 AND id = $2 FOR UPDATE`;

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
