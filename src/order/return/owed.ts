import type { UnitShare } from '../../checkout/price/shares';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { isBack } from '../piece/condition';
import { joined } from '../piece/progress';
import { backOf, givenBy, placesIn, placesOf, receiptsOf, without } from '../piece/returns';
import type { RefundRow } from '../refund/aggregate';
import type { Pieces, ReturnRow } from './aggregate';
import { mayMove } from './state';

/** The facts of an order from which the money of its returns follows. */
interface OwedFacts {
  readonly order: Pick<OrderRow, 'payment' | 'captured' | 'refunded' | 'refundReserved'>;
  readonly lines: readonly Pick<
    OrderLine,
    'id' | 'quantity' | 'units' | 'refundedUnits' | 'keptUnits' | 'unpaidUnits'
  >[];
  /** All returns of the order. */
  readonly returns: readonly Pick<ReturnRow, 'state' | 'receipts'>[];
  /** All refunds of the order. */
  readonly refunds: readonly Pick<RefundRow, 'state' | 'pieces'>[];
}

type Returned = Pick<ReturnRow, 'pieces' | 'receipts'>;

/** The same, all read under the lock of the order. */
export interface Standing extends OwedFacts {
  readonly order: OrderRow;
  readonly lines: readonly OrderLine[];
  readonly returns: readonly ReturnRow[];
  readonly refunds: readonly RefundRow[];
}

export interface Owed {
  /** The amount that the buyer gets, in kuruş. */
  readonly amount: number;
  readonly pieces: Pieces;
}

const goods = ({ price, discount }: UnitShare): number => price - discount;

/** The pieces that cost something, since nobody is owed money for free ones. */
const paidPieces = (lines: OwedFacts['lines'], pieces: Pieces): Pieces =>
  pieces
    .map(({ lineId, units }) => {
      const shares = lines.find(({ id }) => id === lineId)?.units ?? [];
      return { lineId, units: units.filter((place) => goods(shares[place] as UnitShare) > 0) };
    })
    .filter(({ units }) => units.length > 0);

/**
 * True if the buyer has, and will get, nothing of the order. Then the law wants everything back that was paid, delivery included (Art.
 * 12(1)).
 */
function isAllBack({ lines, returns }: Pick<OwedFacts, 'lines' | 'returns'>): boolean {
  const back = returns.filter(({ state }) => state !== 'rejected').flatMap(backOf);
  return lines.every(({ id, quantity, keptUnits }) => joined(placesIn(back, id), keptUnits).length === quantity);
}

const refundedIn = (lines: OwedFacts['lines']): Pieces =>
  lines.map(({ id, refundedUnits }) => ({ lineId: id, units: refundedUnits }));

const unpaidIn = (lines: OwedFacts['lines']): Pieces =>
  lines.map(({ id, unpaidUnits }) => ({ lineId: id, units: unpaidUnits }));

const NOTHING: Owed = { amount: 0, pieces: [] };

/**
 * The money to give back now: the stored shares of returned pieces that have no refund yet. Once the whole order is back, it is all that is
 * left. Nothing is owed while a refund under way leaves too little: should it fail, its money is there again. Nor is it for a return that
 * cannot end by refunds, or while no money of the order has come.
 */
export function owedNow(row: Returned & Pick<ReturnRow, 'state'>, standing: Omit<OwedFacts, 'refunds'>): Owed {
  const { order, lines } = standing;
  if (order.payment !== 'paid' || !mayMove(row.state, 'order.return.settle', 'refunded')) return NOTHING;
  const left = order.captured - order.refunded - order.refundReserved;
  const open = (pieces: Pieces): Pieces =>
    without(paidPieces(lines, pieces), [...refundedIn(lines), ...unpaidIn(lines)]);
  if (isAllBack(standing))
    return { amount: left, pieces: open(lines.map((line) => ({ lineId: line.id, units: placesOf(line) }))) };
  const pieces = open(backOf(row));
  const owed = pieces.reduce((sum, { lineId, units }) => sum + goodsOf(lines, lineId, units), 0);
  if (owed > left && order.refundReserved > 0) return NOTHING;
  return { amount: Math.min(left, owed), pieces };
}

function goodsOf(lines: OwedFacts['lines'], lineId: string, places: readonly number[]): number {
  const { units = [] } = lines.find(({ id }) => id === lineId) ?? {};
  return places.reduce((sum, place) => sum + goods(units[place] as UnitShare), 0);
}

/** The pieces of a return whose money is to be given back before it ends; of what did not come that of those that somebody has refunded. */
function wantedOf(row: Returned, lines: OwedFacts['lines']): Pieces {
  const absent = receiptsOf(row, ({ condition }) => !isBack(condition));
  const wanted = without(row.pieces, absent);
  return wanted.length > 0 ? wanted : without(row.pieces, without(row.pieces, refundedIn(lines)));
}

/**
 * Tells whether the money of a return was given back, for all of its pieces that came or for the whole order. A return without any such
 * piece is rejected. It ends by refunds only when somebody has refunded missing pieces all the same.
 */
export function isGivenBack(row: Returned, standing: OwedFacts): boolean {
  const { order, lines, refunds } = standing;
  if (order.payment !== 'paid') return false;
  const wanted = wantedOf(row, lines);
  if (wanted.length === 0) return false;
  if (order.refunded === order.captured) return true;
  if (isAllBack(standing)) return false;
  return without(paidPieces(lines, wanted), [...givenBy(refunds), ...unpaidIn(lines)]).length === 0;
}
