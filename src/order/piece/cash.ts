import type { UnitShare } from '../../checkout/price/shares';
import type { OrderLine } from '../line/table';
import type { OrderRow } from '../order/aggregate';
import { inState, moved, type PaymentState, type Standing } from '../order/state';
import { joined, type Units, waitsToLeave } from './progress';

type Counted = Pick<
  OrderLine,
  'id' | 'quantity' | 'bounced' | 'lost' | 'returned' | 'shipped' | 'delivered' | 'keptUnits'
>;

/** Units that do not come to the buyer, by the id of their line: those that stay, and those that a carrier brought back or lost. */
function withoutCash(line: Counted, back: readonly number[]): number[] {
  const { quantity, bounced, lost, returned, shipped, delivered, keptUnits } = line;
  const others = Array.from({ length: quantity }, (_, unit) => unit).filter((unit) => !keptUnits.includes(unit));
  const [came, rest] = [others.filter((unit) => back.includes(unit)), others.filter((unit) => !back.includes(unit))];
  // More has come back than had come to the buyer: that was brought by the carrier, and no cash with it.
  const brought = came.slice(0, Math.max(0, returned - shipped - delivered));
  return joined(keptUnits, [...brought, ...rest.toReversed(), ...came].slice(0, bounced + lost));
}

/** Pieces for which no cash comes at the door. @param back units of which a return says that they came back */
export const notPaidFor = (lines: readonly Counted[], back: Units): Units =>
  lines.map((line) => {
    const received = back.flatMap(({ lineId, units }) => (lineId === line.id ? units : []));
    return { lineId: line.id, units: withoutCash(line, received) };
  });

/**
 * The cash due at the door, in kuruş: the total without the goods that do not come. Delivery is paid as long as some goods come.
 * @param missing units that do not come
 */
export function cashDue(
  { total }: Pick<OrderRow, 'total'>,
  lines: readonly Pick<OrderLine, 'id' | 'units'>[],
  missing: Units,
): number {
  const shares = lines.flatMap(({ id, units }) => {
    const gone = missing.flatMap(({ lineId, units: places }) => (lineId === id ? places : []));
    return units.map((share, unit) => ({ share, isGone: gone.includes(unit) }));
  });
  if (shares.every(({ isGone }) => isGone)) return 0;
  return total - shares.reduce((sum, { share, isGone }) => sum + (isGone ? goods(share) : 0), 0);
}

/** The cash that the courier of a whole order collects, in kuruş. Units that stay here are left out. */
export const cashAtDoor = (order: Pick<OrderRow, 'total'>, lines: readonly OrderLine[]): number =>
  cashDue(
    order,
    lines,
    lines.map(({ id, keptUnits }) => ({ lineId: id, units: keptUnits })),
  );

/**
 * The part of the total of an order for which no cash comes at the door, in kuruş; 0: it is not paid there. Before the cash is recorded it is
 * of pieces that stay here, and then of those that have not come. `notPaidFor` of paid-for-store.ts tells the same of one unit.
 */
export const uncollectedOf = (
  order: Pick<OrderRow, 'total' | 'payment' | 'paymentMethod'>,
  lines: readonly OrderLine[],
): number => {
  if (order.paymentMethod !== 'cod') return 0;
  const missing = lines.map(({ id, keptUnits, unpaidUnits }) => ({
    lineId: id,
    units: order.payment === 'pending_cod' ? keptUnits : unpaidUnits,
  }));
  return order.total - cashDue(order, lines, missing);
};

/** The same as {@link cashAtDoor} of lines whose kept units Postgres has added up: many orders have many units. */
export const cashWithout = (
  { total }: Pick<OrderRow, 'total'>,
  lines: readonly (Pick<OrderLine, 'quantity' | 'keptUnits'> & { readonly keptGoods: number })[],
): number =>
  lines.every(({ quantity, keptUnits }) => keptUnits.length === quantity)
    ? 0
    : total - lines.reduce((sum, { keptGoods }) => sum + keptGoods, 0);

const goods = ({ price, discount }: UnitShare): number => price - discount;

/** Cash that the carrier has brought: of an order of which all that goes has left, and some has come. @throws {Refusal} invalid_state */
export function collected(order: Standing, lines: readonly Parameters<typeof waitsToLeave>[0][]): PaymentState {
  const paid = moved(order, 'order.cod.collect', 'there is no cash on delivery to collect');
  const hasLeft = lines.some(({ shipped, delivered }) => shipped + delivered > 0);
  if (!hasLeft || lines.some((line) => line.booked > 0 || waitsToLeave(line) > 0))
    inState('cash on delivery comes with goods that were shipped', order.fulfilment);
  return paid;
}
