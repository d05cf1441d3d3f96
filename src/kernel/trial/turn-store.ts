import type { Transaction } from '../database/database';
import { lockOf } from '../database/locks';

const TAKE = `SELECT pg_advisory_xact_lock(${lockOf('turn', '$1')})`;

/** Those of a store who name the same wait here for each other until their transactions end, trials as well. */
export function awaitTurn(tx: Transaction, storeId: string, name: string): void {
  tx.send(TAKE, [`${storeId} ${name}`]);
}

/**
 * For who counts what is there and then adds to it: those of a store wait for each other until their transactions end, so that none
 * counts without the other's. To be sent before the count. A trial adds nothing, and waits for nobody.
 */
export function takeTurn(tx: Transaction, storeId: string, name: string): void {
  if (!tx.trial) awaitTurn(tx, storeId, name);
}
