import type { CommandBus } from '../../kernel/bus';
import type { Database } from '../../kernel/database/database';
import type { Command } from '../../kernel/declaration/declare';
import { systemPrincipal } from '../../kernel/declaration/principal';
import type { Problem } from '../../kernel/errors';
import { newUlid } from '../../kernel/ids';
import orderCancel from '../order.cancel';
import { type Unpaid, unpaidOrders } from './store';

const ORDERS = 25;

interface Dependencies {
  readonly bus: CommandBus;
  readonly database: Database;
}

/**
 * Cancels orders whose transfer has not come in time, by the command that an owner has: what they held comes back to stock as the stock
 * settings say, and their buyers are told. An order that somebody confirms or cancels meanwhile is left to them.
 * @returns how many were cancelled @throws once all were tried, when one was refused although nobody else has had it
 */
export async function cancelUnpaid({ bus, database }: Dependencies): Promise<number> {
  let cancelled = 0;
  let refused: Error | undefined;
  for (let after = ''; ; ) {
    const orders = await unpaidOrders(database.system, await bus.timeOf(database.system), after, ORDERS);
    for (const order of orders) {
      const problem = await cancel(bus, order);
      if (problem === undefined) cancelled += 1;
      else if (problem.code !== 'invalid_state')
        refused ??= new Error(`${order.orderId} could not be cancelled: ${problem.code}: ${problem.detail}`);
    }
    if (orders.length < ORDERS) break;
    after = orders.at(-1)?.orderId as string;
  }
  if (refused) throw refused;
  return cancelled;
}

/** @returns what it was refused for; undefined: it is cancelled */
async function cancel(bus: CommandBus, { storeId, orderId }: Unpaid): Promise<Problem | undefined> {
  const { status, body } = await bus.execute({
    principal: systemPrincipal(storeId, 'unpaid-orders'),
    mutation: orderCancel as unknown as Command,
    payload: { orderId, reason: 'unpaid' },
    // A key of its own each time: what stood in the way is no last word, and one that is cancelled is not found again.
    key: newUlid(),
    cause: { orderId },
  });
  return status < 300 ? undefined : (body as Problem);
}
