import type { MutationContext } from '../../kernel/declaration/declare';
import { postLetter } from '../../mail/letters';
import { note } from '../event/store';
import { shipmentDelivered, shipmentSent } from '../letter/letters';
import { linesOf, saveLines } from '../line/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { fulfilmentOf } from '../order/state';
import { changeOrder } from '../order/store';
import type { ShipmentRow } from './aggregate';
import { hasLeft, placeOf, type ShipmentState } from './state';
import { changeShipment } from './store';

/** Pieces of a parcel, counted under another heading on their lines. @param from null: they were free @param to null: they are free */
export function movedPieces(
  lines: readonly OrderLine[],
  pieces: ShipmentRow['pieces'],
  from: ReturnType<typeof placeOf>,
  to: ReturnType<typeof placeOf>,
): OrderLine[] {
  return lines.map((line) => {
    const { quantity = 0 } = pieces.find(({ lineId }) => lineId === line.id) ?? {};
    if (quantity === 0 || from === to) return line;
    const moved = { ...line };
    if (from) moved[from] -= quantity;
    if (to) moved[to] += quantity;
    return moved;
  });
}

/** Notes on a locked order how far its pieces are by now. */
export function saveProgress(
  context: MutationContext,
  order: OrderRow,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): OrderRow {
  saveLines(context, before, after);
  return changeOrder(context, order, { fulfilment: fulfilmentOf(after) });
}

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
  if (hasLeft(before.state, state)) postLetter(context, shipmentSent, before.id);
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
  // What was booked is sent when its carrier takes it.
  const sent = forward.dispatchedAt === null && placeOf(state) === 'shipped';
  const shipment = changeShipment(context, before, {
    state,
    stateAt,
    ...(sent ? { forward: { ...forward, dispatchedAt: more.stateAt ?? stateAt } } : {}),
    ...more,
  });
  const moved = movedPieces(lines, before.pieces, placeOf(before.state), placeOf(state));
  return { shipment, order: saveProgress(context, order, lines, moved) };
}
