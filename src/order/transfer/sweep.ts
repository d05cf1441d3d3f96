import type { CommandBus } from '../../kernel/bus';
import { DatabaseAway } from '../../kernel/database/connection';
import type { Database } from '../../kernel/database/database';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import type { Problem } from '../../kernel/errors';
import { newUlid } from '../../kernel/ids';
import { lastWorkingDay } from '../../kernel/shop-time';
import orderCancel from '../order.cancel';
import { type OverdueTransfer, overdueTransfers, watchOverdue } from './store';

const ORDERS = 25;
/** Who has not looked for so long was away: nobody could confirm what came meanwhile, or what was confirmed is lost with a restored backup. */
const GAP = '1 day';
const HALF_DAY_MS = 12 * 3_600_000;
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
  if (since.getTime() > by.getTime() + HALF_DAY_MS) return 0;
  const failed: unknown[] = [];
  let cancelled = 0;
  for (let after: Pick<OverdueTransfer, 'transferUntil' | 'orderId'> = FIRST; ; ) {
    const orders = await overdueTransfers(maintenance, by, after, ORDERS);
    for (const order of orders) {
      signal.throwIfAborted();
      const problem = await cancel(bus, order).catch((error: unknown) => {
        if (error instanceof DatabaseAway) throw error;
        return error;
      });
      if (problem === undefined) cancelled += 1;
      else if ((problem as Partial<Problem>).code !== 'invalid_state') failed.push(problem);
    }
    const last = orders.at(-1);
    if (!last || orders.length < ORDERS) break;
    after = last;
  }
  if (failed.length > 0)
    throw new Error(`${failed.length} orders could not be cancelled, the first: ${(failed[0] as Error).message}`, {
      cause: failed[0],
    });
  return cancelled;
}

/** @throws whatever keeps it from being cancelled; nothing is thrown of what the order says of itself @returns that */
async function cancel(bus: CommandBus, { storeId, orderId }: OverdueTransfer): Promise<Problem | undefined> {
  const { status, body } = await bus.execute({
    principal: systemPrincipal(storeId, 'unpaid-orders'),
    mutation: orderCancel as unknown as Command,
    payload: { orderId, reason: 'unpaid' },
    // A key of its own each time: what stood in the way is no last word, and one that is cancelled is not found again.
    key: newUlid(),
    cause: { orderId },
  });
  if (status < 300) return undefined;
  const problem = body as Problem;
  if (problem.code !== 'invalid_state') throw new Error(`${orderId}: ${problem.code}: ${problem.detail}`);
  return problem;
}
