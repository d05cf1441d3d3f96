import type { CommandBus } from '../../kernel/bus';
import { DatabaseAway } from '../../kernel/database/connection';
import type { Database } from '../../kernel/database/database';
import { DAY_MS, lastWorkingDay } from '../../kernel/shop-time';
import orderCancel from '../order.cancel';
import { type OverdueTransfer, overdueTransfers, watchOverdue } from './overdue-store';

const ORDERS = 25;
/**
 * A sweep that did not run for so long starts anew. Nobody could confirm transfers meanwhile, or a restored backup has lost their
 * confirmations.
 */
const GAP = '1 day';
const FIRST = { transferUntil: new Date(0).toISOString(), orderId: '' };

interface Dependencies {
  readonly bus: CommandBus;
  readonly database: Database;
}

/**
 * Cancels orders whose transfer has not come in time, by the command that an owner has: what they held comes back to stock as the stock
 * settings say, and their buyers are told. Money is there when somebody has seen it, so a working day passes between the day that the
 * buyer was told and the cancellation, at which the product has run. An order that somebody confirms or cancels meanwhile is left to them.
 * @returns how many were cancelled @throws once all were tried, what the first of those has failed with that nobody else has had
 */
export async function cancelOverdue({ bus, database }: Dependencies, signal: AbortSignal): Promise<number> {
  const { maintenance } = database;
  const now = await bus.timeOf(maintenance);
  const by = lastWorkingDay(now);
  const since = await watchOverdue(maintenance, now, GAP);
  if (since.getTime() > by.getTime() + DAY_MS / 2) return 0;
  let [cancelled, failed] = [0, 0];
  let first: unknown;
  for (let after: Pick<OverdueTransfer, 'transferUntil' | 'orderId'> = FIRST; ; ) {
    const orders = await overdueTransfers(maintenance, by, after, ORDERS);
    for (const order of orders) {
      signal.throwIfAborted();
      try {
        if (await cancel(bus, order)) cancelled += 1;
      } catch (error) {
        if (error instanceof DatabaseAway) throw error;
        failed += 1;
        first ??= error;
      }
    }
    const last = orders.at(-1);
    if (!last || orders.length < ORDERS) break;
    after = last;
  }
  if (failed > 0)
    throw new Error(`${failed} orders could not be cancelled, the first: ${(first as Error).message}`, {
      cause: first,
    });
  return cancelled;
}

/** @returns false where somebody has confirmed or cancelled it meanwhile @throws whatever else keeps it from being cancelled */
async function cancel(bus: CommandBus, { storeId, orderId }: OverdueTransfer): Promise<boolean> {
  // Tried afresh each time: a refusal is no last word, and a cancelled order is not found again.
  const acted = await bus.act(orderCancel, {
    storeId,
    by: 'unpaid-orders',
    payload: { orderId, reason: 'unpaid' },
    cause: { orderId },
  });
  if ('result' in acted) return true;
  const { code, detail } = acted.problem;
  if (code !== 'invalid_state') throw new Error(`${orderId}: ${code}: ${detail}`);
  return false;
}
