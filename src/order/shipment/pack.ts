import { Faults, refuse } from '../../kernel/errors';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import type { ShipmentRow } from './aggregate';

type Pieces = ShipmentRow['pieces'];
type Whereabouts = Pick<OrderLine, 'shipped' | 'delivered' | 'bounced' | 'returned'>;
type Sendable = Whereabouts & Pick<OrderLine, 'requiresShipping' | 'quantity' | 'booked' | 'unsent' | 'refundedUnits'>;

/** @throws {Refusal} invalid_state of an order whose goods stay here */
export function assertShippable({ payment }: Pick<OrderRow, 'payment'>): void {
  if (payment === 'paid' || payment === 'pending_cod') return;
  refuse('invalid_state', `The order is ${payment}: goods leave once it is paid, or are paid for on delivery.`, {
    facts: { state: payment },
    quotesNobody: true,
  });
}

/** Pieces that have left once: what has come back from the buyer has, also if its shipment was cancelled by mistake. */
export const sentOut = ({ shipped, delivered, bounced, returned }: Whereabouts): number =>
  Math.max(shipped + delivered + bounced, returned);

/** Pieces of a line that may leave: those that are nowhere yet, and whose money nobody gives back. */
export function leftToShip(line: Sendable): number {
  if (!line.requiresShipping) return 0;
  const { booked, unsent, refundedUnits, returned } = line;
  // Money of what is given back is given back too: those pieces are counted already.
  const kept = Math.max(0, refundedUnits.length - returned - unsent);
  return Math.max(0, line.quantity - booked - sentOut(line) - unsent - kept);
}

/**
 * What goes into a parcel: what was stated, or all that may leave.
 * @throws {Refusal} line_unknown, nothing_to_ship; more_than_left of what has left or is refunded
 */
export function packed(lines: readonly OrderLine[], stated: Pieces | undefined): Pieces {
  if (stated) assertLeft(lines, stated);
  const pieces =
    stated ??
    lines.map((line) => ({ lineId: line.id, quantity: leftToShip(line) })).filter(({ quantity }) => quantity > 0);
  if (pieces.length === 0) refuse('nothing_to_ship', undefined, { quotesNobody: true });
  return pieces;
}

function assertLeft(lines: readonly OrderLine[], stated: Pieces): void {
  const faults = new Faults();
  const seen = new Set<string>();
  for (const [place, { lineId, quantity }] of stated.entries()) {
    const at = `/lines/${place}`;
    const line = lines.find(({ id }) => id === lineId);
    if (!line) faults.add('line_unknown', `${at}/lineId`, 'is no line of the order');
    else if (seen.has(lineId)) faults.add('invalid_request', `${at}/lineId`, 'is named twice');
    else if (quantity > leftToShip(line))
      faults.add('more_than_left', `${at}/quantity`, `is more than the ${leftToShip(line)} that may leave`, {
        left: leftToShip(line),
      });
    seen.add(lineId);
  }
  faults.refuse({ quotesNobody: true });
}
