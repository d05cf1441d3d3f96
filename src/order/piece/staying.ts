import type { MutationContext } from '../../kernel/declaration/context';
import { defaultStockPolicy } from '../../store/stock/aggregate';
import { findStockPolicy } from '../../store/stock/store';
import { linesOf } from '../line/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { type ConcernedUnits, settled, type Units } from './progress';
import { removedOf } from './removal';
import { type Pieces, restock } from './restock';
import { givenBy, takenBy, unsentOf } from './returns';
import { saveProgress } from './save';
import { heldIn, refundedIn } from './store';

/*
 * A piece that is refunded before it left stays for good once three things are known: that its money was given back, that no parcel has
 * it, and that no return tells of it. Any of them may be the last, so whatever moves pieces, ends a refund or ends a return asks here.
 */

/**
 * Sends and records where the pieces of a locked order are by now, see saveProgress, and the consequences: those that are sure to stay go
 * back to stock as the settings say. The states of refunds and returns are sent before.
 * @param last units that are kept before others @param more further columns of the order
 */
export async function saveMoved(
  context: MutationContext,
  order: OrderRow,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
  { last = [], more = {} }: { readonly last?: Units; readonly more?: Partial<OrderRow> } = {},
): Promise<OrderRow> {
  const { lines, stay } = settled(after, await saidOf(context, order, after), last);
  return saveProgress(context, order, before, await stayed(context, order, lines, stay), more);
}

/** The same where nothing has moved, and a return of the order has ended: what it was to tell of may be sure to stay by that. */
export async function saveReleased(context: MutationContext, order: OrderRow): Promise<void> {
  const lines = await linesOf(context.tx, context.storeId, order.id);
  await saveMoved(context, order, lines, lines);
}

const NOTHING: ConcernedUnits = { given: [], unsent: [], held: [] };

async function saidOf(
  { tx, storeId }: MutationContext,
  { id }: OrderRow,
  lines: readonly OrderLine[],
): Promise<ConcernedUnits> {
  // Nothing is kept or released but for money that is given back, and most orders have none.
  if (lines.every(({ refundedUnits }) => refundedUnits.length === 0)) return NOTHING;
  const returns = await heldIn(tx, storeId, id);
  return {
    given: givenBy(await refundedIn(tx, storeId, id)),
    unsent: [...returns.flatMap(unsentOf), ...removedOf(lines)],
    held: returns.flatMap(takenBy),
  };
}

async function stayed(
  context: MutationContext,
  { payment }: OrderRow,
  lines: readonly OrderLine[],
  stay: Pieces,
): Promise<readonly OrderLine[]> {
  if (stay.size === 0) return lines;
  // Whether its pieces go back to stock was said when it was cancelled, and done then.
  if (payment === 'cancelled') return lines;
  const { restockOnReturn } = (await findStockPolicy(context.tx, context.storeId)) ?? defaultStockPolicy;
  return restockOnReturn ? (await restock(context, lines, stay)).lines : lines;
}
