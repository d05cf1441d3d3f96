import type { Transaction } from '../../kernel/database/queryable';
import type { MutationContext } from '../../kernel/declaration/context';
import type { Row } from '../../kernel/table/table';
import { insertsInto } from '../../kernel/table/table-store';
import { type NewOrderEvent, orderEvent } from './table';

const { insert } = insertsInto(orderEvent);

type Context = Pick<MutationContext, 'tx' | 'storeId' | 'now' | 'newId' | 'principal'>;

/** Sends a line of the timeline of an order. @returns it as it is kept */
export function note(
  { tx, storeId, now, newId, principal }: Context,
  orderId: string,
  event: Pick<NewOrderEvent, 'kind'> & Partial<Pick<NewOrderEvent, 'subjectId' | 'state' | 'text'>>,
): NewOrderEvent {
  const { kind, subjectId = null, state = null, text = null } = event;
  const row = { id: newId('oev'), orderId, kind, actor: principal.kind, subjectId, state, text };
  insert(tx, storeId, row, now);
  // A reader of the order finds the event there, so it counts as a change of the order.
  tx.touch?.('writes', orderId);
  return row;
}

const WITH_TEXT = `SELECT ${orderEvent.select()} FROM order_event WHERE store_id = $1 AND order_id = ANY ($2) AND text IS NOT NULL ORDER BY id`;

/** Finds notes that people have written in the timelines of orders. */
export const eventsWithText = (
  tx: Transaction,
  storeId: string,
  orderIds: readonly string[],
): Promise<Row<typeof orderEvent>[]> => tx.query(WITH_TEXT, [storeId, orderIds]);

const WITHOUT_TEXT =
  'UPDATE order_event SET text = NULL WHERE store_id = $1 AND order_id = ANY ($2) AND text IS NOT NULL';

/** Sends that nothing is left of that. */
export function sendWithoutTexts(tx: Transaction, storeId: string, orderIds: readonly string[]): void {
  tx.send(WITHOUT_TEXT, [storeId, orderIds]);
}
