import { lockOf } from '../database/locks';
import type { Transaction } from '../database/queryable';
import { LOCK_NOT_AVAILABLE } from '../database/sql-states';
import { GaveWay } from './trial';

const TAKE = `SELECT pg_advisory_xact_lock(${lockOf('turn', '$1')})`;

/** Makes transactions of a store that name the same thing wait for each other until they end. Trials wait as well. */
export function awaitTurn(tx: Transaction, storeId: string, name: string): void {
  tx.send(TAKE, [`${storeId} ${name}`]);
}

/**
 * Takes a turn for a call that counts rows and then adds some. Calls of a store wait for each other until their transactions end, so that
 * none counts without the other's rows. It is sent before the count. A trial adds nothing, and waits for nobody.
 */
export function takeTurn(tx: Transaction, storeId: string, name: string): void {
  if (!tx.trial) awaitTurn(tx, storeId, name);
}

/** Longer than those before, one of each process, take to say what the largest call would do. */
const PATIENCE = `SELECT current_setting('lock_timeout') AS before, set_config('lock_timeout', '5s', true)`;
const AS_BEFORE = `SELECT set_config('lock_timeout', $1, true)`;

/**
 * Takes a turn for a trial that others in several processes would hold up. Trials come in the order of their questions, and hold nothing of
 * their work while they wait. The turn stays with the transaction, whatever becomes of the trial.
 * @throws {GaveWay} when its turn does not come
 */
export async function turnToTry(tx: Transaction, storeId: string, name: string): Promise<void> {
  try {
    await tx.savepoint(async () => {
      const [had] = await tx.query<{ before: string }>(PATIENCE);
      await tx.query(TAKE, [`${storeId} ${name}`]);
      tx.send(AS_BEFORE, [had?.before]);
      return { keep: true, value: undefined };
    });
  } catch (error) {
    throw (error as { code?: string }).code === LOCK_NOT_AVAILABLE ? new GaveWay() : error;
  }
}
