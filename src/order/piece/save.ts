import type { MutationContext } from '../../kernel/declaration/context';
import { changesNothing } from '../../kernel/schema/patch';
import { saveLines } from '../line/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { changeOrder, saveOrder } from '../order/store';
import { uncollectedOf } from './cash';
import { fulfilmentOf } from './fulfilment';

/**
 * Sends and records how far the pieces of the lines of a locked order are by now, and its fulfilment with them. The order has a new rev
 * whenever a line has changed, so a caller who states its rev has seen its lines.
 * @param more further columns of the order
 * @returns the order as it is now
 */
export function saveProgress(
  context: Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'record'>,
  order: OrderRow,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
  more: Partial<OrderRow> = {},
): OrderRow {
  const { tx, storeId, now } = context;
  const uncollected = uncollectedOf({ ...order, ...more }, after);
  const patch = { fulfilment: fulfilmentOf(after), uncollected, ...more };
  const isNews = saveLines(context, before, after);
  return isNews && changesNothing(order, patch)
    ? saveOrder(tx, storeId, order, order, now)
    : changeOrder(context, order, patch);
}
