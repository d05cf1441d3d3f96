import type { UnitShare } from '../../checkout/price/shares';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { isBack } from '../piece/condition';
import { joined } from '../piece/progress';
import { backOf, givenBy, placesIn, placesOf, receiptsOf, without } from '../piece/returns';
import type { RefundRow } from '../refund/aggregate';
import type { Pieces, ReturnRow } from './aggregate';

/** What of an order the money of its returns is told by, whoever reads it. */
interface Told {
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
export interface Standing extends Told {
  readonly order: OrderRow;
  readonly lines: readonly OrderLine[];
  readonly returns: readonly ReturnRow[];
  readonly refunds: readonly RefundRow[];
}

export interface Owed {
  /** In kuruş. */
  readonly amount: number;
  readonly pieces: Pieces;
}

const goods = ({ price, discount }: UnitShare): number => price - discount;

/** Of these the pieces that cost something: what was free is owed to nobody. */
const paidPieces = (lines: Told['lines'], pieces: Pieces): Pieces =>
  pieces
    .map(({ lineId, units }) => {
      const shares = lines.find(({ id }) => id === lineId)?.units ?? [];
      return { lineId, units: units.filter((place) => goods(shares[place] as UnitShare) > 0) };
    })
    .filter(({ units }) => units.length > 0);

/** Whether nothing of the contract is left with the buyer, or to come to him: then the law wants back whatever was paid, delivery included (Art. 12(1)). */
function isAllBack({ lines, returns }: Pick<Told, 'lines' | 'returns'>): boolean {
  const back = returns.filter(({ state }) => state !== 'rejected').flatMap(backOf);
  return lines.every(({ id, quantity, keptUnits }) => joined(placesIn(back, id), keptUnits).length === quantity);
}

const refundedIn = (lines: Told['lines']): Pieces =>
  lines.map(({ id, refundedUnits }) => ({ lineId: id, units: refundedUnits }));

const unpaidIn = (lines: Told['lines']): Pieces =>
  lines.map(({ id, unpaidUnits }) => ({ lineId: id, units: unpaidUnits }));

const NOTHING: Owed = { amount: 0, pieces: [] };

/**
 * What is to be given back now: the stored shares of the pieces that are here again and that no refund has yet, and all that is left once
 * the whole order is back. Never more than is left; where a refund that is under way may yet leave more, that one is waited for.
 */
export function owedNow(row: Returned, standing: Omit<Told, 'refunds'>): Owed {
  const { order, lines } = standing;
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

function goodsOf(lines: Told['lines'], lineId: string, places: readonly number[]): number {
  const { units = [] } = lines.find(({ id }) => id === lineId) ?? {};
  return places.reduce((sum, place) => sum + goods(units[place] as UnitShare), 0);
}

/** The pieces of a return whose money is to be given back before it ends; of what did not come that of those that somebody has refunded. */
function wantedOf(row: Returned, lines: Told['lines']): Pieces {
  const absent = receiptsOf(row, ({ condition }) => !isBack(condition));
  const wanted = without(row.pieces, absent);
  return wanted.length > 0 ? wanted : without(row.pieces, without(row.pieces, refundedIn(lines)));
}

/**
 * Whether the money of a return was given back: it is known of each of its pieces that are not missing, or of all that was paid. Where
 * none of them came nothing is owed, and it is rejected, unless some are refunded all the same: then it ends with their refunds.
 */
export function isGivenBack(row: Returned, standing: Told): boolean {
  const { order, lines, refunds } = standing;
  if (order.payment !== 'paid') return false;
  const wanted = wantedOf(row, lines);
  if (wanted.length === 0) return false;
  if (order.refunded === order.captured) return true;
  if (isAllBack(standing)) return false;
  return without(paidPieces(lines, wanted), [...givenBy(refunds), ...unpaidIn(lines)]).length === 0;
}
