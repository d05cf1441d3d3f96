import { refuse } from '../../kernel/errors';
import type { OrderLine } from '../line/table';
import { inState, type PaymentState } from '../order/state';
import { joined, type Units, unsent } from './progress';
import { assertStatedPieces, countLeft, type StatedPieces } from './stated';

/*
 * Pieces that are taken out of an order before anything of it was sent. Of money that has come their share is given back by a refund. Where
 * nobody has paid yet they only stay here, and the courier collects less.
 */

type Counted = Pick<
  OrderLine,
  | 'id'
  | 'quantity'
  | 'units'
  | 'booked'
  | 'shipped'
  | 'delivered'
  | 'bounced'
  | 'lost'
  | 'returned'
  | 'keptUnits'
  | 'refundedUnits'
  | 'requiresShipping'
>;

interface Ordered {
  readonly payment: PaymentState;
  readonly fulfilment: string;
}

/** Units of a line that are still to be sent, and whose money nobody gives back. */
const openUnits = ({ quantity, keptUnits, refundedUnits }: Counted): number[] =>
  Array.from({ length: quantity }, (_, unit) => unit).filter(
    (unit) => !keptUnits.includes(unit) && !refundedUnits.includes(unit),
  );

/** The number of pieces of a line that may be taken out. */
export const removableOf = (line: Counted): number => (line.requiresShipping ? openUnits(line).length : 0);

/**
 * Lets orders pass of which nothing was sent.
 * @param returns the returns of the order @throws {Refusal} invalid_state
 */
export function assertUnsent(
  { payment, fulfilment }: Ordered,
  lines: readonly Counted[],
  returns: readonly { readonly state: string }[],
): void {
  if (payment === 'cancelled') inState('nothing of it is sent', payment);
  if (payment === 'awaiting_transfer')
    inState('its buyer was told to transfer the whole; confirm the transfer first, or cancel the order', payment);
  const isAway = lines.some(
    ({ booked, shipped, delivered, bounced, lost, returned }) =>
      booked + shipped + delivered + bounced + lost + returned > 0,
  );
  if (isAway) inState('pieces of it have left, or were given', fulfilment);
  if (returns.some(({ state }) => state !== 'withdrawn'))
    inState('a return of it decides about its pieces', fulfilment);
}

/**
 * Chooses the units that are taken out, and their price without delivery, in kuruş.
 * @throws {Refusal} line_unknown, more_than_left; invalid_state where nothing would be left of the order
 */
export function removedFrom(
  lines: readonly Counted[],
  stated: readonly StatedPieces[],
): { readonly pieces: { lineId: string; units: number[] }[]; readonly amount: number } {
  assertStatedPieces(stated, countLeft(lines, removableOf));
  const wanted = stated.reduce((sum, { quantity }) => sum + quantity, 0);
  if (wanted === lines.reduce((sum, line) => sum + openUnits(line).length, 0))
    refuse('invalid_state', 'Nothing would be left of the order: cancel it, or give all of its money back.', {
      facts: { state: 'last' },
      quotesNobody: true,
    });
  const pieces = lines.flatMap((line) => {
    const { quantity = 0 } = stated.find(({ lineId }) => lineId === line.id) ?? {};
    return quantity > 0 ? [{ lineId: line.id, units: openUnits(line).slice(0, quantity) }] : [];
  });
  const shares = pieces.flatMap(({ lineId, units }) => {
    const line = lines.find(({ id }) => id === lineId);
    return units.map((unit) => line?.units[unit]);
  });
  return { pieces, amount: shares.reduce((sum, share) => sum + (share ? share.price - share.discount : 0), 0) };
}

/** Counts units as never sent, since they were taken out. */
export const withRemoved = <Line extends Parameters<typeof unsent>[0] & Pick<OrderLine, 'id' | 'removedUnits'>>(
  lines: readonly Line[],
  pieces: Units,
): Line[] =>
  lines.map((line) => {
    const units = pieces.flatMap((piece) => (piece.lineId === line.id ? [...piece.units] : []));
    return units.length === 0 ? line : { ...unsent(line, units), removedUnits: joined(line.removedUnits, units) };
  });

/** Units that were taken out of an order. */
export const removedOf = (lines: readonly Pick<OrderLine, 'id' | 'removedUnits'>[]): Units =>
  lines.map(({ id, removedUnits }) => ({ lineId: id, units: removedUnits }));
