import type { MutationContext } from '../../kernel/declaration/context';
import { postLetter } from '../../mail/letters';
import { note } from '../event/store';
import { shipmentDelivered, shipmentSent } from '../letter/letters';
import { linesOf } from '../line/store';
import type { OrderRow } from '../order/aggregate';
import { movedPieces } from '../piece/progress';
import { saveMoved } from '../piece/staying';
import type { ShipmentRow } from './aggregate';
import { hasLeft, placeOf, type ShipmentState } from './state';
import { changeShipment, shipmentBook } from './store';

/** Moves a parcel of a locked order to where it is by now: its buyer is told when it has left, and when it has come. */
export async function moveAlong(
  context: MutationContext,
  order: OrderRow,
  before: ShipmentRow,
  state: ShipmentState,
  more: Parameters<typeof moveShipment>[4] & { readonly text?: string | null } = {},
): Promise<ShipmentRow> {
  const { text = null, ...moved } = more;
  const { shipment } = await moveShipment(context, order, before, state, moved);
  note(context, order.id, { kind: 'tracked', subjectId: before.id, state, text });
  // It leaves once, also where nobody knew for a while where it was.
  if (hasLeft(before.state, state) && before.forward.dispatchedAt === null)
    postLetter(context, shipmentSent, before.id);
  if (state === 'delivered') postLetter(context, shipmentDelivered, before.id);
  return shipment;
}

/** Moves a parcel of a locked order, and its pieces with it. */
export async function moveShipment(
  context: MutationContext,
  order: OrderRow,
  before: ShipmentRow,
  state: ShipmentState,
  more: Partial<Pick<ShipmentRow, 'stateAt' | 'trackingNumber' | 'trackingUrl' | 'remoteId' | 'failure'>> = {},
): Promise<{ readonly shipment: ShipmentRow; readonly order: OrderRow }> {
  const { tx, storeId, now } = context;
  const lines = await linesOf(tx, storeId, order.id);
  const stateAt = now.toISOString();
  const { forward } = before;
  const place = placeOf(state);
  // A booked parcel is sent when its carrier takes it, though the first news of it may be that it has come.
  const sent = forward.dispatchedAt === null && place !== null && place !== 'booked';
  const shipment = changeShipment(context, order, before, {
    state,
    stateAt,
    ...(sent ? { forward: { ...forward, dispatchedAt: more.stateAt ?? stateAt } } : {}),
    ...more,
  });
  if (before.waitingFor !== null) shipmentBook.sendWaitsNoMore(tx, storeId, before.id);
  const moved = movedPieces(lines, before.pieces, placeOf(before.state), place);
  return { shipment: { ...shipment, waitingFor: null }, order: await saveMoved(context, order, lines, moved) };
}
