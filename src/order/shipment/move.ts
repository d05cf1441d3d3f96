import type { MutationContext } from '../../kernel/declaration/declare';
import { linesOf, saveLines } from '../line/store';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { fulfilmentOf, type Progress } from '../order/state';
import { changeOrder } from '../order/store';
import type { ShipmentRow } from './aggregate';
import { placeOf, type ShipmentState } from './state';
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

/** What was given back before it left goes nowhere. */
const going = (line: OrderLine): Progress => ({ ...line, quantity: line.quantity - line.unsent });

/** Notes on a locked order how far its pieces are by now. */
export function saveProgress(
  context: MutationContext,
  order: OrderRow,
  before: readonly OrderLine[],
  after: readonly OrderLine[],
): OrderRow {
  saveLines(context, before, after);
  return changeOrder(context, order, { fulfilment: fulfilmentOf(after.map(going)) });
}

/** Moves a parcel of a locked order, and its pieces with it. */
export async function moveShipment(
  context: MutationContext,
  order: OrderRow,
  before: ShipmentRow,
  state: ShipmentState,
  more: Partial<Pick<ShipmentRow, 'stateAt' | 'trackingNumber' | 'trackingUrl'>> = {},
): Promise<{ readonly shipment: ShipmentRow; readonly order: OrderRow }> {
  const { tx, storeId, now } = context;
  const lines = await linesOf(tx, storeId, order.id);
  const shipment = changeShipment(context, before, { state, stateAt: now.toISOString(), ...more });
  const moved = movedPieces(lines, before.pieces, placeOf(before.state), placeOf(state));
  return { shipment, order: saveProgress(context, order, lines, moved) };
}
