import type { MutationContext } from '../../kernel/declaration/declare';
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
  return row;
}
