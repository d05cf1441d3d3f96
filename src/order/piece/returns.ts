import { Faults } from '../../kernel/errors';
import type { OrderLine } from '../line/table';
import { type Condition, isBack, isSaleable } from './condition';
import { neverSent, received, unsent } from './progress';
import { assertStatedPieces, noteFaults, type StatedPieces } from './stated';

/** Places among the pieces of a line. */
interface Placed {
  readonly lineId: string;
  readonly units: number[];
}

type Pieces = Placed[];

/** Pieces of a return that have come. */
interface Receipt extends Placed {
  readonly condition: Condition;
  /** The number of them that went back to stock. */
  readonly restocked: number;
  /** The time of the return, as ISO 8601. */
  readonly at: string;
}

interface Returned {
  readonly pieces: Pieces;
  readonly receipts: Receipt[];
}

export interface Arriving extends StatedPieces {
  readonly condition: Condition;
  readonly restock?: boolean;
}

/** Places of pieces of one line among these. */
export const placesIn = (pieces: Pieces, lineId: string): readonly number[] =>
  pieces.flatMap((each) => (each.lineId === lineId ? each.units : []));

export const receiptsOf = ({ receipts }: Pick<Returned, 'receipts'>, of: (receipt: Receipt) => boolean): Pieces =>
  receipts.filter(of).map(({ lineId, units }) => ({ lineId, units }));

/** The pieces of a return that the shop has again. */
export const backOf = (row: Pick<Returned, 'receipts'>): Pieces =>
  receiptsOf(row, ({ condition }) => isBack(condition));

/** The pieces of a return that had never left. */
export const unsentOf = (row: Pick<Returned, 'receipts'>): Pieces =>
  receiptsOf(row, ({ condition }) => condition === 'unsent');

/** A refund, as far as it tells of pieces. */
export interface Refunded {
  readonly state: string;
  readonly pieces: Pieces;
}

/** Pieces whose money was given back. */
export const givenBy = (refunds: readonly Refunded[]): Pieces =>
  refunds.filter(({ state }) => state === 'succeeded').flatMap(({ pieces }) => pieces);

/** A return, as far as it tells of pieces. */
export interface HeldReturn extends Returned {
  readonly state: string;
}

/** The pieces that another return may not claim. */
export function takenBy(row: HeldReturn): Pieces {
  if (row.state === 'withdrawn') return [];
  if (row.state === 'rejected') return backOf(row);
  if (row.state !== 'refunded') return row.pieces;
  const gone = receiptsOf(row, ({ condition }) => !isBack(condition));
  return without(row.pieces, gone);
}

export const without = (pieces: Pieces, others: Pieces): Pieces =>
  pieces
    .map(({ lineId, units }) => ({ lineId, units: units.filter((place) => !placesIn(others, lineId).includes(place)) }))
    .filter(({ units }) => units.length > 0);

/** Places of all pieces of a line. */
export const placesOf = ({ quantity }: Pick<OrderLine, 'quantity'>): number[] =>
  Array.from({ length: quantity }, (_, place) => place);

/** All returns of an order, and all refunds. */
interface Bound {
  readonly returns: readonly HeldReturn[];
  readonly refunds: readonly Refunded[];
}

/**
 * Places of the pieces of a line that no return keeps; what stays without one does not come back, unless a carrier has brought it: that
 * is never one that counts as unsent.
 */
export function freeOf(
  line: Pick<OrderLine, 'id' | 'quantity' | 'keptUnits' | 'bounced' | 'unsent'>,
  { returns, refunds }: Bound,
): number[] {
  const taken = returns.flatMap((each) => placesIn(takenBy(each), line.id));
  const free = placesOf(line).filter((place) => !taken.includes(place));
  const given = placesIn(givenBy(refunds), line.id);
  const stays = free
    .filter((place) => line.keptUnits.includes(place))
    .toSorted((a, b) => Number(given.includes(a)) - Number(given.includes(b)));
  const unsentOnes = line.unsent - placesIn(returns.flatMap(unsentOf), line.id).length;
  const never = stays.slice(Math.max(0, Math.min(stays.length - unsentOnes, line.bounced)));
  return free.filter((place) => !never.includes(place));
}

/**
 * Chooses the pieces that a buyer gives back. Pieces without a refund come first.
 * @throws {Refusal} line_unknown; more_than_left of what is in another return
 */
export function chosen(
  { lines, ...bound }: Bound & { readonly lines: readonly OrderLine[] },
  stated: readonly StatedPieces[],
): Pieces {
  const free = new Map(lines.map((line) => [line.id, freeOf(line, bound)]));
  assertStatedPieces(stated, (lineId) => free.get(lineId)?.length);
  return stated.map(({ lineId, quantity }) => {
    const { refundedUnits = [] } = lines.find(({ id }) => id === lineId) ?? {};
    const inOrder = (free.get(lineId) ?? []).toSorted(
      (a, b) => Number(refundedUnits.includes(a)) - Number(refundedUnits.includes(b)) || a - b,
    );
    return { lineId, units: inOrder.slice(0, quantity).toSorted((a, b) => a - b) };
  });
}

type Whereabouts = Pick<OrderLine, 'shipped' | 'delivered' | 'bounced' | 'returned'>;

/** Pieces of a line that have left and not come back from the buyer. */
export const outside = ({ shipped, delivered, bounced, returned }: Whereabouts): number =>
  shipped + delivered + bounced - returned;

/** The number of a line's pieces that may be received in this condition, by where they are. */
export function leftFor(condition: Condition, line: Whereabouts & Parameters<typeof neverSent>[0]): number {
  if (condition === 'unsent') return neverSent(line);
  return isBack(condition) ? outside(line) : line.quantity;
}

/**
 * Gives what has come its places among the pieces of a return, and counts it on the lines.
 * @throws {Refusal} line_unknown; more_than_left of what the return awaits, or of what can have come from where it is; invalid_request of
 * what goes to stock and is not as new
 */
export function arrived(
  { pieces, receipts }: Returned,
  lines: readonly OrderLine[],
  stated: readonly Arriving[],
  at: string,
): { readonly receipts: Receipt[]; readonly lines: OrderLine[] } {
  const faults = new Faults();
  let waiting = without(pieces, receipts);
  const counted = new Map(lines.map((line) => [line.id, line]));
  const made = stated.map((each, index) => {
    const { lineId, condition, quantity, restock = false } = each;
    const line = pieces.some((piece) => piece.lineId === lineId) ? counted.get(lineId) : undefined;
    const units = placesIn(waiting, lineId).slice(0, quantity);
    const left = line && Math.min(placesIn(waiting, lineId).length, leftFor(condition, line));
    const isTwice = stated.findIndex((one) => one.lineId === lineId && one.condition === condition) < index;
    noteFaults(faults, { pointer: `/lines/${index}`, stated: each, left, isTwice });
    if (restock && !isSaleable(condition))
      faults.add('invalid_request', `/lines/${index}/restock`, 'is of what can be sold again');
    waiting = without(waiting, [{ lineId, units }]);
    if (line && isBack(condition)) counted.set(lineId, (condition === 'unsent' ? unsent : received)(line, units));
    return { lineId, units, condition, restocked: 0, at };
  });
  faults.refuse({ quotesNobody: true });
  return { receipts: made, lines: [...counted.values()] };
}

export const isWhole = ({ pieces, receipts }: Returned): boolean => without(pieces, receipts).length === 0;
